// Runs in the page before its own scripts and notes, from outside, what is painted when.
//
// Each change of the captions gets a marker in the same task: an element of its own under Element
// Timing, so that its presentation time is that of the frame that shows the change. Words have
// entries too, but a word that is corrected or taken away has none.
//
// The text of a revision is everything that the clip has been given: the first `left` of the rows
// that have rolled off, and what stands on the picture. A row leaves the picture with its words (the
// row goes first), a word that is withdrawn leaves its row.
globalThis.surtitleLatency = (() => {
  const clock_ms = () => performance.timeOrigin + performance.now();
  const state = { ring: null };
  const empty = () => {
    for (const list of ['arrivals', 'updates', 'left', 'revisions', 'long_tasks']) state[list] = [];
  };
  empty();
  let live = new Map();
  let pending = [];
  let markers = 0;
  const waiting = new Map();

  const NativeWorker = globalThis.Worker;
  const post = NativeWorker.prototype.postMessage;
  NativeWorker.prototype.postMessage = function (message, ...rest) {
    if (message?.kind === 'start' && message.inlet?.kind === 'shared') {
      state.ring = message.inlet.buffer;
    }
    return post.call(this, message, ...rest);
  };

  const mark = () => {
    const marker = document.createElement('span');
    const id = `bench-marker-${markers}`;
    markers += 1;
    marker.setAttribute('elementtiming', id);
    marker.textContent = '·';
    marker.style.cssText =
      'position:fixed;left:2px;bottom:0;font:8px sans-serif;color:#777;pointer-events:none';
    document.body.append(marker);
    return { id, marker };
  };

  const painted = (id, at_ms, timed) => {
    const found = waiting.get(id);
    if (found === undefined) return;
    waiting.delete(id);
    found.marker.remove();
    found.revision.at_ms = at_ms;
    found.revision.timed = timed;
    for (const update of found.updates) update.stamps.paint = at_ms;
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const at_ms = entry.presentationTime || entry.renderTime || entry.startTime;
      painted(entry.identifier, performance.timeOrigin + at_ms, true);
    }
  }).observe({ type: 'element', buffered: true });

  const rowName = (node) => node.querySelector?.('slot')?.name;
  const withdrawnWords = (records) => {
    const gone = new Set();
    const withdrawn = new Set();
    for (const record of records) {
      for (const node of record.removedNodes) {
        if (node.nodeType !== Node.ELEMENT_NODE) continue;
        if (record.target.nodeType === Node.ELEMENT_NODE && record.target.id === 'captions') {
          if (!gone.has(node.slot)) withdrawn.add(node);
        } else if (rowName(node) !== undefined) gone.add(rowName(node));
      }
    }
    return withdrawn;
  };

  const read = (root) => {
    const rows = new Map();
    for (const slot of root.querySelectorAll('slot')) {
      const words = slot.assignedElements().map((word) => [word, word.textContent]);
      if (words.length > 0) rows.set(slot.name, words);
    }
    return rows;
  };
  const textOf = (words) => words.map(([, text]) => text).join('').trim();

  const changed = (root, records) => {
    const withdrawn = withdrawnWords(records);
    const rows = read(root);
    for (const [name, words] of live) {
      const kept = words.filter(([word]) => !withdrawn.has(word));
      if (!rows.has(name) && kept.length > 0) state.left.push(textOf(kept));
    }
    live = rows;
    const stands = [...rows.values()].map(textOf).join(' ');
    const left = state.left.length;
    const updates = pending;
    pending = [];
    const revision = { at_ms: clock_ms(), left, stands, timed: false };
    const last = state.revisions.at(-1);
    if (last?.stands !== stands || last.left !== left) state.revisions.push(revision);
    const { id, marker } = mark();
    waiting.set(id, { revision, updates, marker });
    // A frame that is never presented (a hidden tab) has no entry.
    setTimeout(() => painted(id, revision.at_ms, false), 1000);
  };

  document.addEventListener('surtitle:arrivals', ({ detail }) => state.arrivals.push(...detail));
  document.addEventListener('surtitle:update', ({ detail }) => {
    const update = structuredClone(detail);
    state.updates.push(update);
    pending.push(update);
    // The observer's microtask was queued by the change, before this one: what is still pending
    // then has changed nothing.
    queueMicrotask(() => {
      if (!pending.includes(update)) return;
      pending = pending.filter((other) => other !== update);
      update.unchanged = true;
      update.stamps.paint = update.stamps.sync;
    });
  });
  document.addEventListener('DOMContentLoaded', () => {
    const host = document.querySelector('#captions');
    const look = setInterval(() => {
      if (host?.shadowRoot == null) return;
      clearInterval(look);
      const observer = new MutationObserver((records) => changed(host.shadowRoot, records));
      const changes = { childList: true, subtree: true, characterData: true };
      observer.observe(host.shadowRoot, changes);
      observer.observe(host, changes);
    }, 20);
  });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      state.long_tasks.push({ start_ms: performance.timeOrigin + startTime, duration });
    }
  }).observe({ type: 'longtask', buffered: true });

  const written = () => (state.ring === null ? 0 : new Int32Array(state.ring, 0, 1)[0] >>> 0);
  return {
    state,
    written,
    /** Changes whose frame has not been presented yet. */
    waiting: () => waiting.size,
    begin() {
      empty();
      live = new Map();
      return written();
    },
    /** Samples of the ring from `start` on, as base64 of little-endian float32. */
    samples(start, count) {
      const ring = new Float32Array(state.ring, 16);
      const out = new Float32Array(count);
      for (let i = 0; i < count; i += 1) out[i] = ring[(start + i) % ring.length];
      let text = '';
      const bytes = new Uint8Array(out.buffer);
      for (let i = 0; i < bytes.length; i += 8192) {
        text += String.fromCharCode(...bytes.subarray(i, i + 8192));
      }
      return btoa(text);
    },
  };
})();
