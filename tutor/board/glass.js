// What lies over the board. It hears the pointer, the fingers and the keys, and moves what is drawn while a gesture
// lasts; the kernel then draws it anew where it came to rest. It lays the frame into the window. It knows no rule.

const SCROLLERS = '.jp-WindowedPanel-outer, .jp-Notebook, #rendered_cells';
const LEAST = 560, LEAST_TAUGHT = 420, SLACK = 16;  // the frame, and that of a lesson: at least so high; left free of the window
const CLOSEST = 4, STILL = 6;       // the largest a map is shown; how far a press may wander
const AROUND = 38, TRAY = 92;        // kept free around a fight on the map; the least that is told of it
const FLIGHT = 450, NEAR = 1;         // milliseconds of a flight to a place that was sought; so near one comes at least
const MOST = .85, ALL = .95;         // of the map; who sees so much of it needs no small one that hides something, or none at all
const FREE = 8, CORNERS = [[0, 0], [1, 0], [0, 1], [1, 1]];  // beside what lies over the board; where its buttons may stand, east and south
const SMALL = [[1, 1], [0, 1], [1, 0], [0, 0]];       // where the small map may lie
const REST = 220, WAITED = 2500, BETWEEN = 30;    // milliseconds: nothing moves any more; an answer of the kernel is given up; between two slices
const within = (at, seen, whole) => whole <= seen ? (whole - seen) / 2 : Math.min(Math.max(at, 0), whole - seen);
const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const made = (tag, name, parent) => { const one = document.createElement(tag); one.className = name; parent.append(one); return one; };

/** Which place of a map lies under a point: the nearest centre among hexes, the outline among areas. */
export function finder(map) {
  const inside = (ring, x, y) => {
    let odd = false;
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [ax, ay] = ring[i], [bx, by] = ring[j];
      if ((ay > y) !== (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax) odd = !odd;
    }
    return odd;
  };
  return ([x, y]) => {
    if (x < 0 || y < 0 || x > map.width || y > map.height) return null;
    let best = null, least = Infinity;
    for (const one of map.places) {
      const d = (one[1] - x) ** 2 + (one[2] - y) ** 2;
      if (d < least) { least = d; best = one; }
    }
    if (map.radius) return least <= map.radius ** 2 ? best : null;
    return map.places.find(one => one[3].some(ring => inside(ring, x, y))) ?? best;
  };
}

/** As high as what scrolls around it; in a lesson, whose board is a part of one frame, the lesson is. */
function tall(frame) {
  const scroller = frame.closest(SCROLLERS), laid = frame.closest('.tutor-lesson') ?? frame;
  const least = laid === frame ? LEAST : LEAST_TAUGHT;
  const set = () => {
    if (document.fullscreenElement === frame) return;
    const room = Math.min(scroller?.clientHeight || innerHeight, innerHeight);
    const high = `${Math.round(Math.max(least, room - SLACK))}px`;
    if (laid.style.getPropertyValue('--tutor-high') !== high) laid.style.setProperty('--tutor-high', high);
  };
  const watch = new ResizeObserver(set);
  watch.observe(scroller ?? document.documentElement);
  addEventListener('resize', set);
  set();
  return () => { watch.disconnect(); removeEventListener('resize', set); };
}

/** A board of which a part is in the window when it is laid comes into it whole. When all cells are run JupyterLab
 *  goes to the last one; the first board that is laid above the window then brings it back. */
function comeBack(el) {
  const book = el.closest('.jp-Notebook'), last = [...book?.querySelectorAll('.jp-Cell') ?? []].at(-1);
  if (!book) return;
  const whole = el.closest('.tutor-lesson') ?? el.closest('.tutor-table') ?? el;
  const box = whole.getBoundingClientRect(), seen = book.getBoundingClientRect();
  const above = box.bottom <= seen.top && last.matches('.jp-mod-active') && !last.contains(el);
  const cut = box.top > seen.top && box.top < seen.bottom - 40 && box.bottom > seen.bottom;
  if (above || cut) whole.scrollIntoView();
}

class Glass {
  constructor(model, el) {
    this.model = model; this.el = el;
    this.camera = null; this.drawn = null; this.known = new Map();
    this.fingers = new Map(); this.undo = []; this.slices = {};
    el.classList.add('tutor-glass');
    el.tabIndex = 0;
    el.dataset.lmSuppressShortcuts = 'true';
    this.lit = made('div', 'tutor-lit', el);
    this.card = made('div', 'tutor-card', el); this.card.hidden = true;
    this.pane = made('div', 'tutor-pane', el); this.pane.hidden = true;
    this.tools = made('div', 'tutor-zoom', el);
    this.seeker = made('div', 'tutor-seeker', el); this.seeker.hidden = true;
    this.field = made('input', '', this.seeker); this.field.type = 'search'; this.field.autocomplete = 'off'; this.field.spellcheck = false;
    this.hits = made('div', 'tutor-hits', this.seeker); this.hits.setAttribute('aria-live', 'polite');
    for (const name of ['in', 'out', 'fit', 'find']) {
      const button = made('button', `tutor-icon tutor-icon-${name}`, this.tools);
      button.type = 'button'; button.dataset.zoom = name;
    }
    this.hear('change:map', () => this.laid());
    this.hear('change:words', () => this.named());
    this.hear('change:drawn', () => this.heard());
    this.hear('change:pieces', () => this.settle());
    this.hear('change:letters', () => this.settle());
    this.hear('msg:custom', said => this.told(said));
    this.laid(); this.named();
    this.attach();
  }
  hear(name, act) { this.model.on(name, act); this.undo.push(() => this.model.off(name, act)); }
  on(target, name, act, how) { target.addEventListener(name, act, how); this.undo.push(() => target.removeEventListener(name, act, how)); }
  send(what, more = {}) {
    try { this.model.send({ what, ...more }); } catch (fault) {
      if (fault.message !== 'Cannot send') throw fault;  // the page is being left, and its kernel has gone before it
    }
  }

  // -- into the page ----------------------------------------------------------------------------------------------
  attach() {
    if (this.closed) return;
    const board = this.el.closest('.tutor-board'), frame = this.el.closest('.tutor-frame');
    const canvas = board?.querySelector('canvas.tutor-sheet') ?? board?.querySelector('.tutor-sheet canvas');
    if (!this.el.isConnected || !canvas || !this.el.clientWidth) return void requestAnimationFrame(() => this.attach());
    this.board = board; this.frame = frame ?? board; this.canvas = canvas;
    this.corner = board.querySelector('canvas.tutor-corner');
    if (frame) this.undo.push(tall(frame));
    comeBack(this.el);
    this.listen();
    this.signed();
    this.heard();
    this.aside();
    this.scrolls(this.frame.querySelector('.tutor-chips'), '.chips');
    this.shelved();
    const watch = new ResizeObserver(() => this.measured());
    watch.observe(this.el); this.undo.push(() => watch.disconnect());
    this.measured();
  }
  laid() { this.map = this.model.get('map'); this.stand = null; this.find = finder(this.map); if (this.camera) this.apply(); }
  named() {
    const words = this.model.get('words');
    this.el.setAttribute('aria-label', words.board ?? '');
    this.field.placeholder = words.sought ?? ''; this.field.setAttribute('aria-label', words.sought ?? '');
    for (const one of this.tools.children) { one.title = words[one.dataset.zoom] ?? ''; one.setAttribute('aria-label', one.title); }
  }
  measured() {
    const width = this.el.clientWidth, height = this.el.clientHeight;
    const density = Math.min(Math.max(devicePixelRatio || 1, 1), 2);
    if (!width || !height || (width === this.wide && height === this.high && density === this.density)) return;
    Object.assign(this, { wide: width, high: height, density, stand: null });
    this.look(false);
  }

  // -- what is seen -----------------------------------------------------------------------------------------------
  /** The kernel is asked to draw: where one looks now, or, if one has no wish, where it thinks best. */
  look(wish = true) {
    if (this.asking) { this.again = { wish: wish || Boolean(this.again?.wish) }; return; }
    const { left, top, k } = this.camera ?? {};
    this.asking = setTimeout(() => this.answered(), WAITED);
    this.send('look', { width: this.wide, height: this.high, density: this.density, ...(wish && this.camera ? { left, top, k } : {}) });
  }
  answered() {
    clearTimeout(this.asking); this.asking = null;
    const missed = this.drawn && (this.drawn.width !== this.wide || this.drawn.height !== this.high);
    const again = this.again ?? (missed ? { wish: false } : null);
    this.again = null;
    if (again) this.look(again.wish); else this.rests();
  }
  /** The buttons over the board stand in the corner where they hide least of what is to be read, counters, names and
   *  flags, a counter for two; the small map in one of those that are left. They stay where they stand while nothing is
   *  hidden there; where all but all is seen the small map is there only if it hides nothing. For a room that looks on it
   *  hides no counter at all. */
  settle() {
    if (!this.camera || !this.frame || this.tools.matches(':hover,:focus-within') || !this.seeker.hidden) return;
    const [east, south] = this.stand = this.freest(this.tools, CORNERS, this.stand)[0];
    this.tools.classList.toggle('east', !!east); this.tools.classList.toggle('south', !!south);
    this.frame.classList.toggle('tutor-tools-east', !!east);
    if (!this.corner) return;
    const left = SMALL.filter(one => one[0] !== east || one[1] !== south), fight = this.frame.querySelector('.fight');
    const low = Number(this.frame.classList.contains('tutor-low'));
    const [[right, below], hidden, read] = this.freest(this.corner, fight ? left.filter(one => one[1] !== low) : left);
    this.corner.classList.toggle('west', !right); this.corner.classList.toggle('north', !below);
    this.crowded = hidden > 0 && !!this.frame.closest('.tutor-large'); this.free = !read;
    this.overview();
  }
  /** The corner of the board in which least lies under something of that size, how many counters, and how much. Of several it is
   *  the one where it stands already, then the one where it lies over the fewest places of the map, then the first. */
  freest(one, corners, stand) {
    const { width: w, height: h } = one.getBoundingClientRect(), { left, top, k } = this.camera;
    const under = ([east, south]) => {
      const [x, y] = [east ? this.wide - FREE - w : FREE, south ? this.high - FREE - h : FREE];
      return ([cx, cy, pw, ph]) => {
        const [px, py] = [(cx - left) * k, (cy - top) * k];
        return px + pw * k > x && px - pw * k < x + w && py + ph * k > y && py - ph * k < y + h;
      };
    };
    const pieces = this.model.get('pieces') ?? [], letters = this.model.get('letters') ?? [], spots = this.map.places ?? [];
    const ranked = corners.map((corner, n) => {
      const hides = under(corner), counters = pieces.filter(hides).length, read = 2 * counters + letters.filter(hides).length;
      const places = spots.filter(([, x, y]) => hides([x, y, 0, 0])).length;
      return { corner, counters, order: [read, corner === stand ? 0 : 1, places, n] };
    });
    const [best] = ranked.sort((a, b) => a.order.map((one, n) => one - b.order[n]).find(Boolean) ?? 0);
    return [best.corner, best.counters, best.order[0]];
  }
  rests() {
    clearTimeout(this.resting);
    this.settle();
    this.resting = setTimeout(() => { if (!this.asking && !this.down && !this.pinch) this.send('rest', { number: this.layer ? this.number : 0 }); }, REST);
  }
  /** The kernel has drawn, or is about to: its pictures bear their number. */
  heard() {
    const [n, left, top, k, width, height, own] = this.model.get('drawn');
    if (!n) return;
    this.known.set(n, { left, top, k, width, height });
    const ours = own || !this.wished;              // a page that is loaded while the kernel draws hears the last word alone
    if (ours && !this.down?.panned && !this.pinch) { this.camera = { left, top, k }; this.apply(); }
    this.seen();
  }
  /** The last layer that is drawn bears the number of its drawing where no eye sees it. */
  async signed() {
    let layer = null;
    try {
      const multi = await this.model.widget_manager.get_model(this.model.get('canvas'));
      layer = multi.get('_canvases').at(-1);
    } catch { /* without it a picture counts as drawn as soon as it is announced */ }
    if (this.closed) return;
    this.layer = layer?.ctx ? layer : null;
    if (this.layer) {
      const framed = () => { this.framed = this.layer.ctx.lineDashOffset || this.framed; queueMicrotask(() => this.seen()); };
      this.layer.on('new-frame', framed); this.undo.push(() => this.layer.off('new-frame', framed));
    }
    this.seen(true);
  }
  seen(latest = false) {
    const newest = this.known.size ? Math.max(...this.known.keys()) : 0;
    const n = this.layer && !latest ? this.framed : newest;
    const now = this.known.get(n);
    if (!now) return;
    for (const old of this.known.keys()) if (old < n) this.known.delete(old);
    if (this.drawn === now) return;
    this.drawn = now;
    this.camera ??= { left: now.left, top: now.top, k: now.k };
    this.apply();
    this.el.dataset.drawn = this.number = n;
    if (this.asking) this.answered(); else this.rests();
  }
  /** What is drawn, moved to where one looks. */
  apply() {
    const { left, top, k } = this.camera, style = this.canvas?.style, d = this.drawn;
    Object.assign(this.el.dataset, { left, top, scale: k });
    if (d && style) {
      style.width = `${d.width}px`; style.height = `${d.height}px`;
      const s = k / d.k, x = (d.left - left) * k, y = (d.top - top) * k;
      const same = Math.abs(s - 1) < 1e-6 && Math.abs(x) < .01 && Math.abs(y) < .01;
      style.transform = same ? 'none' : `translate(${x}px,${y}px) scale(${s})`;
    }
    this.overview();
    if (this.place) this.light();
    this.yield();
  }
  /** The window that is seen, on the small map. */
  overview() {
    if (!this.corner) return;
    const { left, top, k } = this.camera, mine = this.el.getBoundingClientRect(), box = this.corner.getBoundingClientRect();
    const none = this.crowded || this.share() > (this.free ? ALL : MOST);
    this.corner.style.visibility = none ? 'hidden' : 'visible'; this.pane.hidden = none;
    const c = box.width / this.map.width, inside = (at, seen, all) => [Math.max(at * c, 0), Math.min((at + seen) * c, all)];
    const [west, east] = inside(left, this.wide / k, box.width), [north, south] = inside(top, this.high / k, box.height);
    Object.assign(this.pane.style, { left: `${box.left - mine.left + west}px`, top: `${box.top - mine.top + north}px`,
      width: `${east - west}px`, height: `${south - north}px` });
  }
  /** Where a row has more than is seen of it, a sign at that end says so, and a press on it goes there. */
  scrolls(box, find) {
    if (!box) return;
    const inner = () => box.querySelector(find);
    const ends = [['back', '‹', -1], ['on', '›', 1]].map(([name, sign, way]) => {
      const end = made('button', `tutor-more ${name}`, box);
      end.type = 'button'; end.textContent = sign; end.tabIndex = -1; end.setAttribute('aria-hidden', 'true');
      this.on(end, 'click', e => { e.stopPropagation(); const row = inner(); row?.scrollBy({ left: way * row.clientWidth * .7, behavior: 'smooth' }); });
      return end;
    });
    const set = () => {
      const row = inner(), most = row ? row.scrollWidth - row.clientWidth : 0;
      ends[0].hidden = !(row?.scrollLeft > 4); ends[1].hidden = !(most - (row?.scrollLeft ?? 0) > 4);
    };
    const watch = new MutationObserver(set), size = new ResizeObserver(set);
    watch.observe(box.firstElementChild ?? box, { childList: true, subtree: true, characterData: true }); size.observe(box);
    this.on(box, 'scroll', set, { capture: true, passive: true });
    this.undo.push(() => { watch.disconnect(); size.disconnect(); for (const end of ends) end.remove(); });
    set();
  }
  /** The shelf ends below a row, never in one; where there are more rows a sign at its lower edge says so. */
  shelved() {
    const shelf = this.frame.querySelector('.tutor-shelf');
    if (!shelf) return;
    const more = made('button', 'tutor-more below', shelf);
    more.type = 'button'; more.textContent = '▾'; more.tabIndex = -1; more.setAttribute('aria-hidden', 'true'); more.hidden = true;
    const lying = () => shelf.querySelector('.lying');
    this.on(more, 'click', e => { e.stopPropagation(); const box = lying(); box?.scrollBy({ top: box.clientHeight, behavior: 'smooth' }); });
    const set = () => {
      const box = lying();
      if (!box) { more.hidden = true; return; }
      box.style.maxHeight = '';
      const room = box.clientHeight, top = box.getBoundingClientRect().top + box.clientTop - box.scrollTop;
      const lows = [...box.querySelectorAll('.items > *, .title')].map(one => one.getBoundingClientRect().bottom - top);
      const whole = Math.max(...lows.filter(low => low <= room), 0);
      if (whole && box.scrollHeight > room + 1) box.style.maxHeight = `${Math.floor(whole) + 1 + box.clientTop}px`;
      signed();
    };
    const signed = () => { const box = lying(); more.hidden = !box || box.scrollHeight - box.clientHeight - box.scrollTop < 5; };
    const watch = new MutationObserver(set), size = new ResizeObserver(set);
    watch.observe(shelf.firstElementChild ?? shelf, { childList: true, subtree: true }); size.observe(this.frame);
    this.on(shelf, 'scroll', signed, { capture: true, passive: true });
    this.undo.push(() => { watch.disconnect(); size.disconnect(); more.remove(); });
    set();
  }
  /** The fight that is told over the board lies where there is more room beside the place that is fought for. */
  aside() {
    const tray = this.frame.querySelector('.tutor-fight');
    if (!tray) return;
    const set = () => this.yield();
    const watch = new MutationObserver(set);
    watch.observe(tray, { childList: true, subtree: true }); this.undo.push(() => watch.disconnect());
    set();
  }
  yield() {
    const fight = this.frame?.querySelector('.fight');
    if (!fight || !this.camera) return;
    const y = (fight.dataset.y - this.camera.top) * this.camera.k, below = this.high - y;
    this.frame.classList.toggle('tutor-low', below > y);
    this.frame.style.setProperty('--tutor-free', `${Math.round(Math.max(TRAY, Math.max(y, below) - AROUND * this.camera.k))}px`);
  }
  /** How much of the map is seen. */
  share() {
    const { k } = this.camera;
    return Math.min(this.wide / k / this.map.width, 1.001) * Math.min(this.high / k / this.map.height, 1.001);
  }
  least() { return Math.min(this.wide / this.map.width, this.high / this.map.height); }
  go(left, top, k) {
    this.wished = true;
    this.camera = { left: within(left, this.wide / k, this.map.width), top: within(top, this.high / k, this.map.height), k };
    this.apply(); this.look();
  }
  zoom(by, [x, y] = [this.wide / 2, this.high / 2]) {
    if (!this.camera) return;
    const { left, top, k } = this.camera, next = Math.min(Math.max(CLOSEST, this.least()), Math.max(this.least(), k * by));
    this.go(left + x / k - x / next, top + y / k - y / next, next);
  }
  fit() { this.go(0, 0, this.least()); }
  tool(name) {
    if (name === 'find') this.seek(this.seeker.hidden);
    else name === 'fit' ? this.fit() : this.zoom(name === 'in' ? 1.3 : 1 / 1.3);
  }

  // -- a place that is sought -------------------------------------------------------------------------------------
  seek(open) {
    this.seeker.hidden = !open;
    if (!open) { if (this.seeker.contains(document.activeElement)) this.el.focus({ preventScroll: true }); return; }
    this.field.value = ''; this.hits.replaceChildren(); this.hide();
    this.field.focus({ preventScroll: true });
  }
  found(said) {
    if (this.seeker.hidden || said.text !== this.field.value) return;
    this.hits.replaceChildren();
    for (const hit of said.hits) {
      const one = made('button', 'tutor-hit', this.hits);
      one.type = 'button'; one.textContent = hit[1]; one.hit = hit;
    }
    this.hits.dataset.of = said.text;
    if (this.wanted === said.text && said.hits.length) { this.wanted = null; this.fly(said.hits[0]); return; }
    if (!said.hits.length && said.text.trim()) made('p', '', this.hits).textContent = this.model.get('words').none ?? '';
  }
  sought(e) {
    const all = [...this.hits.querySelectorAll('button')], at = all.indexOf(document.activeElement);
    e.stopPropagation();                       // letters are the field's, neither the board's nor the notebook's
    if (e.key === 'Escape') { e.preventDefault(); this.seek(false); }
    else if (e.key === 'Enter') {
      e.preventDefault();
      if (all.length && this.hits.dataset.of === this.field.value) this.fly(all[Math.max(at, 0)].hit);
      else this.wanted = this.field.value;     // the answer is on its way: it is gone to when it comes
    } else if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
      e.preventDefault();
      const next = at + (e.key === 'ArrowDown' ? 1 : -1);
      (next < 0 ? this.field : all[Math.min(next, all.length - 1)] ?? this.field).focus({ preventScroll: true });
    }
  }
  /** To a place, so near that it can be read; whoever wants no motion is there at once. */
  fly([, , x, y]) {
    const from = this.camera, k = Math.max(from.k, Math.min(NEAR, CLOSEST), this.least());
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches, began = performance.now(), turn = {};
    const u = from.left + this.wide / from.k / 2, v = from.top + this.high / from.k / 2;
    this.seek(false); this.flight = turn;
    const step = () => {
      if (this.closed || this.flight !== turn) return;
      const part = still ? 1 : Math.min((performance.now() - began) / FLIGHT, 1), s = part * part * (3 - 2 * part);
      const now = from.k * (k / from.k) ** s, cx = u + (x - u) * s, cy = v + (y - v) * s;
      this.go(cx - this.wide / now / 2, cy - this.high / now / 2, now);
      if (part < 1) { requestAnimationFrame(step); return; }
      this.flight = null;
      const at = [(x - this.camera.left) * this.camera.k, (y - this.camera.top) * this.camera.k];
      this.over(null); this.over(this.find([x, y]), at);
      this.el.dataset.found = this.place?.[0] ?? '';
    };
    step();
  }

  // -- the pointer ------------------------------------------------------------------------------------------------
  spot(event) { const box = this.el.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; }
  point([x, y]) { const { left, top, k } = this.camera; return [left + x / k, top + y / k]; }
  counter([x, y]) { return this.model.get('pieces').some(([cx, cy, w, h]) => Math.abs(cx - x) <= w && Math.abs(cy - y) <= h); }
  inCorner(event) {
    if (!this.corner || this.pane.hidden) return false;
    const box = this.corner.getBoundingClientRect();
    const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    if (inside) {
      const c = box.width / this.map.width, { k } = this.camera;
      this.go((event.clientX - box.left) / c - this.wide / k / 2, (event.clientY - box.top) / c - this.high / k / 2, k);
    }
    return inside;
  }
  listen() {
    const { el } = this;
    this.on(el, 'pointerdown', e => this.pressed(e));
    this.on(el, 'pointermove', e => this.moved(e));
    this.on(el, 'pointerup', e => this.lifted(e));
    this.on(el, 'pointercancel', e => this.lost(e));
    this.on(el, 'pointerleave', () => this.left());
    this.on(el, 'wheel', e => this.turned(e), { passive: false });
    this.on(el, 'keydown', e => this.key(e));
    this.on(this.field, 'input', () => { this.wanted = null; this.send('find', { text: this.field.value }); });
    this.on(this.seeker, 'keydown', e => this.sought(e));
    this.on(this.seeker, 'click', e => { if (e.target.hit) this.fly(e.target.hit); });
    this.on(el, 'dblclick', e => e.preventDefault());
    this.on(el, 'contextmenu', e => { if (this.down) e.preventDefault(); });
    this.on(this.frame, 'click', e => this.clicked(e));
    this.on(this.frame, 'pointerdown', e => this.taken(e));
    this.on(this.frame, 'keydown', e => this.typed(e));
    this.on(window, 'pointerup', e => this.put(e));
    this.on(document, 'fullscreenchange', () => this.frame.classList.toggle('tutor-full', document.fullscreenElement === this.frame));
  }
  pressed(e) {
    if (!this.camera || e.target.closest('button,.tutor-seeker')) return;
    this.flight = null;
    this.el.focus({ preventScroll: true });
    if (e.button > 1) return;
    const at = this.spot(e), touch = e.pointerType === 'touch';
    this.fingers.set(e.pointerId, at);
    if (this.fingers.size === 2) { this.pinch = [...this.fingers.values()]; this.down = null; return; }
    if (!e.button && this.inCorner(e)) { this.down = { corner: true }; this.el.setPointerCapture(e.pointerId); return; }
    const point = this.point(at);
    this.down = { at, point, touch, ...this.camera, place: this.find(point) };
    if (!touch) this.el.setPointerCapture(e.pointerId);
    if (!touch && !e.button && this.counter(point)) { this.down.held = true; this.send('press', { x: point[0], y: point[1] }); }
  }
  moved(e) {
    if (!this.camera) return;
    const at = this.spot(e);
    if (this.fingers.has(e.pointerId)) this.fingers.set(e.pointerId, at);
    if (this.pinch && this.fingers.size === 2) return this.pinched();
    const down = this.down;
    if (down?.corner) { this.inCorner(e); return; }
    if (down && !down.held && (down.panned || far(at, down.at) > STILL)) {
      down.panned = true; this.hide();
      this.go(down.left + (down.at[0] - at[0]) / down.k, down.top + (down.at[1] - at[1]) / down.k, down.k);
      return;
    }
    this.over(this.find(this.point(at)), at);
  }
  pinched() {
    const [a, b] = this.pinch, [c, d] = [...this.fingers.values()], { left, top, k } = this.camera;
    const next = Math.min(Math.max(CLOSEST, this.least()), Math.max(this.least(), k * far(c, d) / (far(a, b) || 1)));
    const was = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], now = [(c[0] + d[0]) / 2, (c[1] + d[1]) / 2];
    this.pinch = [c, d]; this.hide();
    this.go(left + was[0] / k - now[0] / next, top + was[1] / k - now[1] / next, next);
  }
  lifted(e) {
    this.lost(e, true);
  }
  lost(e, meant = false) {
    this.fingers.delete(e.pointerId);
    if (this.pinch) { if (!this.fingers.size) { this.pinch = null; this.rests(); } return; }
    const down = this.down; this.down = null;
    if (!down || down.corner) return void this.rests();
    if (down.panned) return void this.rests();
    if (!meant) return;
    if (!down.held) this.send('press', { x: down.point[0], y: down.point[1] });
    const at = this.spot(e);                   // the map may have gone elsewhere since: who stood still dragged nothing
    const [x, y] = down.held && far(at, down.at) > STILL ? this.point(at) : down.point;
    this.send('release', { x, y });
  }
  left() { if (!this.down) { this.over(null); } }
  turned(e) {
    if (!(e.ctrlKey || e.metaKey) || !this.camera) return;
    e.preventDefault();
    this.zoom(Math.exp(-e.deltaY * (e.deltaMode ? 20 : 1) / 300), this.spot(e));
  }

  // -- what lies under it -----------------------------------------------------------------------------------------
  over(place, at) {
    if (at) this.at = at;
    const id = place?.[0] ?? null;
    if (id === (this.place?.[0] ?? null)) { this.follow(); return; }
    this.place = place; this.hide();
    if (!place) { this.lit.style.display = 'none'; return; }
    this.light();
    this.send('over', { place: id, held: !!(this.down?.held || this.carried) });
  }
  light() {
    const { left, top, k } = this.camera, [, x, y, rings] = this.place;
    const r = this.map.radius * k;
    this.lit.style.display = rings ? 'none' : 'block';
    Object.assign(this.lit.style, { left: `${(x - left) * k - r}px`, top: `${(y - top) * k - r}px`, width: `${2 * r}px`, height: `${2 * r}px` });
  }
  told(said) {
    if (said.what === 'card' && said.place === this.place?.[0] && !this.down) {
      this.card.innerHTML = said.html; this.card.hidden = false; this.el.dataset.card = said.place; this.follow();
      if (said.more) this.later('card', () => { if (said.place === this.place?.[0] && !this.down) this.send('over', { place: said.place, held: false }); });
    }
    if (said.what === 'found') this.found(said);
    if (said.what === 'wait') this.later('wait', () => this.send('waited'));
    if (said.what === 'focus') this.el.focus({ preventScroll: true });
    if (said.what === 'blur') this.el.blur();
    if (said.what === 'lead') this.lead(said.find);
  }
  /** What is reckoned in slices leaves the page, and whoever presses, room between two of them. */
  later(what, act) { clearTimeout(this.slices[what]); this.slices[what] = setTimeout(() => { if (!this.closed) act(); }, BETWEEN); }
  follow() {
    if (this.card.hidden || !this.at) return;
    const [x, y] = this.at, w = this.card.offsetWidth, h = this.card.offsetHeight;
    this.card.style.left = `${x + 22 + w < this.wide ? x + 22 : Math.max(x - 22 - w, 4)}px`;
    this.card.style.top = `${Math.max(4, Math.min(y + 18, this.high - h - 4))}px`;
  }
  hide() { this.card.hidden = true; delete this.el.dataset.card; }

  // -- beside it --------------------------------------------------------------------------------------------------
  item(target) { const one = target.closest?.('[data-item]'); return one && this.frame.contains(one) ? one : null; }
  /** What lies on the shelf is taken at once, so that it can be carried onto the map. */
  taken(e) {
    const one = this.item(e.target);
    if (!one || one.dataset.what !== 'unit' || e.button || e.pointerType === 'touch') return;
    this.carried = true; this.served = one.dataset.item;
    this.send('item', { display: one.dataset.display, item: one.dataset.item });
  }
  put(e) {
    if (!this.carried) return;
    this.carried = false;
    const at = this.spot(e);
    if (at[0] >= 0 && at[1] >= 0 && at[0] <= this.wide && at[1] <= this.high) {
      const [x, y] = this.point(at); this.send('put', { x, y });
    }
  }
  clicked(e) {
    const zoom = e.target.closest?.('[data-zoom]'), act = e.target.closest?.('[data-act]')?.dataset;
    if (zoom) return void this.tool(zoom.dataset.zoom);
    if (act?.act === 'fold') return void this.frame.classList.toggle('tutor-folded');
    if (act?.act === 'full') return void (document.fullscreenElement ? document.exitFullscreen() : this.frame.requestFullscreen());
    if (act) {
      this.send('act', { act: act.act, value: act.value ?? '' });
      this.keep(`[data-act="${act.act}"][data-value="${CSS.escape(act.value ?? '')}"]`);
      return;
    }
    const one = this.item(e.target);
    if (!one) return;
    if (this.served === one.dataset.item) { this.served = null; return; }
    this.send('item', { display: one.dataset.display, item: one.dataset.item });
  }

  /** Who pressed a button that is then written anew has the keys there still: at the last that was pressed. */
  keep(find, times = 15) {
    clearTimeout(this.keeping);
    if (document.activeElement === document.body) this.frame.querySelector(find)?.focus({ preventScroll: true });
    if (times && !this.closed) this.keeping = setTimeout(() => this.keep(find, times - 1), 80);
  }

  /** What was asked for with the keys has them once it is made and shown. */
  lead(find, times = 40) {
    const one = this.frame.querySelector(find);
    if (one?.offsetParent) one.focus();
    else if (times && !this.closed) setTimeout(() => this.lead(find, times - 1), 50);
  }

  // -- the keys ---------------------------------------------------------------------------------------------------
  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target !== this.el) return;
    e.stopPropagation();                       // the notebook has commands of one letter, too
    const zoom = { '+': 'in', '=': 'in', '-': 'out', '0': 'fit' }[e.key];
    if (zoom) { e.preventDefault(); this.tool(zoom); return; }
    if (e.key === 'g' || e.key === 'G') { e.preventDefault(); this.seek(true); return; }
    if (e.key === 'F5' || e.key === 'F11' || e.key === 'F12') return;
    e.preventDefault();
    this.hide();
    this.send('key', { key: e.key, shift: e.shiftKey });
  }
  /** Letters typed on a button of the frame are not the notebook's. */
  typed(e) {
    if (e.target === this.el || e.ctrlKey || e.metaKey || e.altKey) return;
    const way = e.target.closest('.story') && { ArrowLeft: ',', ArrowUp: ',', ArrowRight: '.', ArrowDown: '.' }[e.key];
    if (way) {                                 // the steps of the story are gone through where one reads them
      e.preventDefault(); e.stopPropagation();
      this.send('key', { key: way, shift: false });
      this.keep('.story .looked, .story .now');
      return;
    }
    if (e.target.matches('button') && e.key.length === 1 && e.key !== ' ') e.stopPropagation();
  }
  close() {
    this.closed = true;
    clearTimeout(this.asking); clearTimeout(this.resting);
    for (const act of this.undo) act();
    this.el.replaceChildren();
  }
}

/** All boards of a page are painted by one painter, which stops for ever at what it cannot paint: what is left to be
 *  painted on a board that was closed meanwhile is dropped, and it goes on. */
async function goesOn(model) {
  const painter = await model.widget_manager.get_model(model.get('painter'));
  letGo(painter.comm?.jsServicesComm);
  if (painter.goesOn) return;
  painter.goesOn = true;
  const paint = painter.onCommand.bind(painter);
  painter.onCommand = (...given) => paint(...given).catch(fault => {
    if (fault.message !== 'widget model not found') console.error(fault);
  });
  painter.currentProcessing = painter.currentProcessing.catch(() => {});
}

/** JupyterLab ties every comm to its kernel for as long as that lives, and with the comm what it would call: widgets
 *  that were closed, and their pictures. From now on a comm that is closed lets them go. */
function letGo(comm) {
  const kind = comm && Object.getPrototypeOf(comm), dispose = kind?.dispose;
  if (!dispose || kind.letsGo) return;
  kind.letsGo = true;
  kind.dispose = function () { dispose.call(this); this.onClose = this.onMsg = () => {}; };
}

export default {
  initialize({ model }) { return goesOn(model); },
  render({ model, el }) {
    const glass = new Glass(model, el);
    return () => glass.close();
  },
};
