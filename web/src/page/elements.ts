/** The element of that id; the page's markup is fixed, so one that is not there is a build error. */
export function element<T extends Element>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} #${id}`);
  return found;
}

export function button(id: string): HTMLButtonElement {
  return element(id, HTMLButtonElement);
}

export function part(id: string): HTMLElement {
  return element(id, HTMLElement);
}

/** Shows another symbol of the page's sprite in a button. */
export function setIcon(target: HTMLElement, name: string): void {
  target.querySelector('use')?.setAttribute('href', `#icon-${name}`);
}
