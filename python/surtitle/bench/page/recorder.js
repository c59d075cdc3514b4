// Notes what has been painted, from outside: a row is known by its element, its words by what is
// slotted into it. `long_tasks` are those of the main thread, whatever ran in them (the browser's own
// layout and painting, or nothing on a busy machine); `scripts` are the scripts of long frames.
globalThis.surtitleRecorder = {
  rows: [],
  long_tasks: [],
  scripts: [],
  lines() {
    const root = document.querySelector('#captions')?.shadowRoot;
    return [...(root?.querySelectorAll('slot') ?? [])].map((slot) => textOf(slot)).filter(Boolean);
  },
};

function textOf(slot) {
  return slot.assignedElements().map((word) => word.textContent).join('');
}

(() => {
  const recorder = globalThis.surtitleRecorder;
  const known = new WeakMap();
  const note = (root) => {
    for (const slot of root.querySelectorAll('slot')) {
      const text = textOf(slot);
      if (text === '') continue;
      let row = known.get(slot);
      if (row === undefined) {
        const media_s = document.querySelector('#video').currentTime;
        row = { text, first_ms: performance.timeOrigin + performance.now(), media_s };
        known.set(slot, row);
        recorder.rows.push(row);
      }
      row.text = text;
    }
  };
  document.addEventListener('DOMContentLoaded', () => {
    const host = document.querySelector('#captions');
    const waiting = setInterval(() => {
      if (host?.shadowRoot == null) return;
      clearInterval(waiting);
      const changes = { childList: true, subtree: true, characterData: true, attributes: true };
      const observer = new MutationObserver(() => note(host.shadowRoot));
      observer.observe(host, changes);
      observer.observe(host.shadowRoot, changes);
    }, 20);
  });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      recorder.long_tasks.push({ start_ms: performance.timeOrigin + startTime, duration });
    }
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { scripts } of list.getEntries()) {
      for (const { startTime, duration, invoker } of scripts) {
        recorder.scripts.push({ start_ms: performance.timeOrigin + startTime, duration, invoker });
      }
    }
  }).observe({ type: 'long-animation-frame', buffered: true });
})();
