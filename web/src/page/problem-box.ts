import { Problem } from '../problem';
import { part } from './elements';

export interface ProblemAction {
  readonly label: string;
  readonly run: () => void;
}

/** Says what went wrong and what to do, in a box that stays until it is closed or mended. */
export class ProblemBox {
  readonly #box = part('problem');

  show(problem: Problem, action?: ProblemAction): void {
    this.#render(problem.message, problem.remedy, problem.code, 'error', action);
  }

  /** Something that has been mended already or only limits: said quietly. */
  note(code: string, message: string, remedy: string): void {
    this.#render(message, remedy, code, 'note');
  }

  hide(): void {
    this.#box.hidden = true;
    this.#box.replaceChildren();
  }

  #render(
    message: string,
    remedy: string,
    code: string,
    tone: 'error' | 'note',
    action?: ProblemAction,
  ): void {
    const title = document.createElement('strong');
    title.textContent = message;
    const text = document.createElement('p');
    text.textContent = remedy;
    const actions = document.createElement('div');
    actions.className = 'actions';
    if (action !== undefined) actions.append(this.#button(action.label, action.run));
    actions.append(this.#button('Close', () => undefined));
    this.#box.dataset['code'] = code;
    this.#box.dataset['tone'] = tone;
    // A live region that is shown together with its text is not announced by every screen reader.
    this.#box.hidden = false;
    this.#box.replaceChildren(title, ...(remedy === '' ? [] : [text]), actions);
  }

  #button(label: string, run: () => void): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', () => {
      this.hide();
      run();
    });
    return button;
  }
}

/** Anything thrown as a problem that a person can act on. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new Problem('worker-failed', text, 'Reload this page; if it comes back, report it.');
}
