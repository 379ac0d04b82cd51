// The pencil of whoever writes a chronicle: it draws over the board while a tool is in hand, says which step was
// pressed and which keys, and lays what it writes on into the window. It knows no rule and no place.

const SCROLLERS = '.jp-WindowedPanel-outer, .jp-Notebook, #rendered_cells';
const LEAST = 560, SLACK = 16, NEAR = 5;
const LARGEST = 400_000, SIDES = [1600, 1200, 900, 600];   // bytes that a picture may have; pixels that it is brought down to
const SVG = 'http://www.w3.org/2000/svg';

class Pencil {
  constructor(model, el) {
    this.model = model; this.el = el; this.undo = []; this.stroke = null;
    this.attach();
  }
  attach() {
    if (this.closed) return;
    this.root = this.el.closest('.tutor-annotate');
    if (!this.root || !this.root.isConnected) return void requestAnimationFrame(() => this.attach());
    this.root.dataset.lmSuppressShortcuts = 'true';      // lists and fields need the arrows and letters themselves
    const on = (target, name, act, how) => { target.addEventListener(name, act, how); this.undo.push(() => target.removeEventListener(name, act, how)); };
    on(this.root, 'pointerdown', e => this.pressed(e), true);
    on(this.root, 'pointermove', e => this.moved(e), true);
    on(this.root, 'pointerup', e => this.lifted(e), true);
    on(this.root, 'pointercancel', e => this.lost(e), true);
    on(this.root, 'click', e => this.clicked(e));
    on(this.root, 'change', e => this.chosen(e));
    on(this.root, 'keydown', e => this.typed(e), true);
    const heard = said => this.told(said);
    this.model.on('msg:custom', heard); this.undo.push(() => this.model.off('msg:custom', heard));
    const tool = () => { this.root.dataset.tool = this.model.get('tool'); };
    this.model.on('change:tool', tool); this.undo.push(() => this.model.off('change:tool', tool));
    tool(); this.tall();
  }
  /** As high as what scrolls around it. */
  tall() {
    const scroller = this.root.closest(SCROLLERS);
    const set = () => {
      const room = Math.min(scroller?.clientHeight || innerHeight, innerHeight);
      const high = `${Math.round(Math.max(LEAST, room - SLACK))}px`;
      if (this.root.style.getPropertyValue('--tutor-high') !== high) this.root.style.setProperty('--tutor-high', high);
    };
    const watch = new ResizeObserver(set);
    watch.observe(scroller ?? document.documentElement);
    addEventListener('resize', set);
    this.undo.push(() => { watch.disconnect(); removeEventListener('resize', set); });
    set();
  }

  // -- drawing ----------------------------------------------------------------------------------------------------
  glass(e) {
    const glass = e.target.closest?.('.tutor-glass');
    return this.model.get('tool') && glass && !e.target.closest('button') && !e.button ? glass : null;
  }
  pressed(e) {
    const glass = this.glass(e);
    if (!glass || this.stroke) return;
    e.preventDefault(); e.stopImmediatePropagation();
    glass.setPointerCapture(e.pointerId);
    const sheet = document.createElementNS(SVG, 'svg');
    sheet.setAttribute('class', 'tutor-stroke'); glass.append(sheet);
    const line = document.createElementNS(SVG, 'polyline');
    line.setAttribute('stroke', this.model.get('colour')); sheet.append(line);
    this.stroke = { id: e.pointerId, glass, sheet, line, seen: [] };
    this.along(e);
  }
  along(e) {
    const { glass, line, seen } = this.stroke, box = glass.getBoundingClientRect();
    const at = [e.clientX - box.left, e.clientY - box.top], last = seen.at(-1);
    if (last && Math.hypot(at[0] - last[0], at[1] - last[1]) < NEAR) return;
    seen.push(at);
    line.setAttribute('points', seen.map(([x, y]) => `${x},${y}`).join(' '));
  }
  moved(e) {
    if (!this.stroke || e.pointerId !== this.stroke.id) return;
    e.preventDefault(); e.stopImmediatePropagation();
    this.along(e);
  }
  lifted(e) {
    if (!this.stroke || e.pointerId !== this.stroke.id) return;
    e.preventDefault(); e.stopImmediatePropagation();
    this.along(e);
    const { glass, seen } = this.stroke, { left, top, scale } = glass.dataset;
    this.send('drawn', { points: seen.map(([x, y]) => [+left + x / scale, +top + y / scale]) });
    this.lost(e);
  }
  lost(e) {
    if (!this.stroke || e.pointerId !== this.stroke.id) return;
    this.stroke.sheet.remove(); this.stroke = null;
  }

  // -- steps and keys ---------------------------------------------------------------------------------------------
  send(what, more = {}) { this.model.send({ what, ...more }); }
  clicked(e) {
    const step = e.target.closest?.('[data-step]');
    if (step) this.send('step', { way: JSON.parse(step.dataset.step) });
  }
  /** A picture that somebody chose, made smaller where it is too large to be sent. */
  async chosen(e) {
    const file = e.target.matches('[data-picture]') && e.target.files[0];
    if (!file) return;
    e.target.value = '';
    const data = await read(file), name = file.name;
    if (file.size <= LARGEST) return this.send('picture', { name, data });
    for (const side of SIDES) {
      const less = await smaller(data, side);
      if (!less) break;
      if (less.length * 3 / 4 < LARGEST) return this.send('picture', { name: name.replace(/\.[^.]*$/, '') + '.jpg', data: less });
    }
    this.send('picture', { name, data: '' });
  }
  typed(e) {
    const field = e.target.matches('input, textarea, select');
    const plain = !e.ctrlKey && !e.metaKey && !e.altKey;
    if ((e.ctrlKey || e.metaKey) && !e.altKey && 'zy'.includes(e.key.toLowerCase()) && !field) {
      e.preventDefault(); e.stopPropagation();
      return this.send('key', { key: e.key.toLowerCase() === 'y' || e.shiftKey ? 'redo' : 'undo' });
    }
    if (e.altKey && (e.key === 'ArrowUp' || e.key === 'ArrowDown')) {
      e.preventDefault(); e.stopPropagation();
      return this.send('key', { key: e.key === 'ArrowUp' ? 'back' : 'next' });
    }
    if (plain && e.target.matches('[data-step]') && (e.key === 'ArrowUp' || e.key === 'ArrowDown')) {
      e.preventDefault(); e.stopPropagation();
      const all = [...this.root.querySelectorAll('[data-step]')];
      all[all.indexOf(e.target) + (e.key === 'ArrowUp' ? -1 : 1)]?.focus();
    }
  }
  told(said) {
    if (said.what === 'page') {
      const link = this.root.querySelector('a.tutor-published');
      if (!link) return;
      if (link.href.startsWith('blob:')) URL.revokeObjectURL(link.href);
      link.href = URL.createObjectURL(new Blob([said.html], { type: 'text/html' }));
    }
    if (said.what === 'show') requestAnimationFrame(() => this.shown());
  }
  /** The step at which one stands, in its list; the page around it stays where it is. */
  shown() {
    const step = this.root.querySelector('[data-step][aria-current]'), list = step?.closest('.widget-html');
    if (!list) return;
    const one = step.getBoundingClientRect(), all = list.getBoundingClientRect();
    if (one.top < all.top) list.scrollTop -= all.top - one.top + 4;
    if (one.bottom > all.bottom) list.scrollTop += one.bottom - all.bottom + 4;
  }
  close() { this.closed = true; for (const act of this.undo) act(); this.stroke?.sheet.remove(); }
}

const read = file => new Promise(done => {
  const reader = new FileReader();
  reader.onload = () => done(reader.result);
  reader.onerror = () => done('');
  reader.readAsDataURL(file);
});

/** A picture with so many pixels along its longer side, as a JPEG; nothing where it is none. */
const smaller = (data, side) => new Promise(done => {
  const picture = new Image();
  picture.onerror = () => done('');
  picture.onload = () => {
    const by = Math.min(1, side / Math.max(picture.width, picture.height)), canvas = document.createElement('canvas');
    canvas.width = picture.width * by; canvas.height = picture.height * by;
    canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
    done(canvas.toDataURL('image/jpeg', .85));
  };
  picture.src = data;
});

export default {
  render({ model, el }) {
    const pencil = new Pencil(model, el);
    return () => pencil.close();
  },
};
