// The page of the classroom: it makes elements of what the widgets say and says what a person does to them. The engine
// runs in the page itself, in Python; here is no rule.
"use strict";

const SIGNS = { "arrow-left": "←", "arrow-right": "→", repeat: "↻", "lightbulb-o": "?" };
const STYLES = { success: "success", info: "info", warning: "warning", danger: "danger", primary: "primary" };

const make = (tag, names = "", parent = null) => {
  const made = document.createElement(tag);
  made.className = names;
  parent?.append(made);
  return made;
};
const dashed = (name) => name.replaceAll("_", "-");

// -- canvases -----------------------------------------------------------------------------------------------------
const CANVAS_STYLES = {
  fill_style: "fillStyle", stroke_style: "strokeStyle", line_width: "lineWidth", line_cap: "lineCap",
  line_join: "lineJoin", line_dash_offset: "lineDashOffset", font: "font", text_align: "textAlign",
  text_baseline: "textBaseline", global_alpha: "globalAlpha",
};
const path = (ctx, points, close) => {
  ctx.beginPath();
  points.forEach(([x, y], n) => (n ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
  if (close) ctx.closePath();
};
const disc = (ctx, x, y, r) => { ctx.beginPath(); ctx.arc(x, y, r, 0, 2 * Math.PI); };
const COMMANDS = {
  fill_rect: (ctx, ...box) => ctx.fillRect(...box),
  stroke_rect: (ctx, ...box) => ctx.strokeRect(...box),
  fill_circle: (ctx, ...at) => { disc(ctx, ...at); ctx.fill(); },
  stroke_circle: (ctx, ...at) => { disc(ctx, ...at); ctx.stroke(); },
  fill_polygon: (ctx, points) => { path(ctx, points, true); ctx.fill(); },
  fill_polygons: (ctx, several) => several.forEach((points) => { path(ctx, points, true); ctx.fill(); }),
  stroke_polygon: (ctx, points) => { path(ctx, points, true); ctx.stroke(); },
  stroke_lines: (ctx, points) => { path(ctx, points, false); ctx.stroke(); },
  fill_text: (ctx, ...said) => ctx.fillText(...said),
  stroke_text: (ctx, ...said) => ctx.strokeText(...said),
  set_line_dash: (ctx, dash) => ctx.setLineDash(dash),
  scale: (ctx, x, y = x) => ctx.scale(x, y),
  set_transform: (ctx, ...matrix) => ctx.setTransform(...matrix),
  reset_transform: (ctx) => ctx.resetTransform(),
  clear: (ctx) => {
    ctx.save(); ctx.resetTransform(); ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height); ctx.restore();
  },
};

/** What is drawn, in order. A picture that is still being read holds up what comes after it, on canvases alone. */
class Drawing {
  constructor(page) { this.page = page; this.waiting = []; this.held = false; }
  add(peer, commands) {
    for (const command of commands) this.waiting.push([peer, command]);
    if (!this.held) this.go();
  }
  async go() {
    this.held = true;
    const touched = new Set();
    while (this.waiting.length) {
      const [peer, command] = this.waiting.shift();
      const picture = command[0] === "draw_image" ? this.page.peers.get(command[1]) ?? this.page.left.get(command[1]) : null;
      if (picture?.reading) await picture.reading;
      touched.add(peer);
      this.draw(peer, command, picture);
    }
    this.held = false;
    const shown = new Set([...touched].map((peer) => peer.over).filter(Boolean));
    for (const layers of shown) layers.compose();
    for (const peer of touched) peer.tellFramed();
  }
  draw(peer, [name, ...given], picture) {
    const { ctx, canvas } = peer;
    if (name === "width" || name === "height") canvas[name] = given[0];
    else if (name in CANVAS_STYLES) ctx[CANVAS_STYLES[name]] = given[0];
    else if (name === "draw_image") { if (picture?.drawable) ctx.drawImage(picture.drawable, ...given.slice(1)); }
    else COMMANDS[name](ctx, ...given);
  }
}

// -- widgets ------------------------------------------------------------------------------------------------------
/** The element of one widget. */
class Peer {
  constructor(page, id) { this.page = page; this.id = id; this.hearers = new Map(); this.el = this.made(); this.labels = []; }
  made() { return make("div", "jupyter-widgets"); }
  tell(what, value) { this.page.person(this.id, what, value); }
  set(name, value) { this[`on_${name}`]?.(value); }
  lay(name, value) { this.el.style.setProperty(dashed(name), value === null ? "" : value); }
  on_disabled(value) { for (const one of [this.el, ...this.el.querySelectorAll("input,select,textarea,button")]) if ("disabled" in one) one.disabled = value; }
  on_tooltip(value) { this.el.title = value; if (this.el.matches(".tutor-icon, button")) this.el.setAttribute("aria-label", value); }
  focus() { (this.el.matches("button") ? this.el : this.el.querySelector("input,select,textarea,button") ?? this.el).focus(); }
  on(name, act) { this.hearers.set(name, [...(this.hearers.get(name) ?? []), act]); }
  off(name, act) { this.hearers.set(name, (this.hearers.get(name) ?? []).filter((one) => one !== act)); }
  trigger(name, ...said) { for (const act of this.hearers.get(name) ?? []) act(...said); }
  tellFramed() { this.trigger("new-frame"); }
  close() { this.el.remove(); }
}

class Box extends Peer {
  made() { return make("div", "jupyter-widgets widget-container widget-box"); }
  on_children(ids) { this.el.replaceChildren(...ids.map((id) => this.page.peers.get(id)?.el).filter(Boolean)); }
}
class VBox extends Box { made() { const el = super.made(); el.classList.add("widget-vbox"); return el; } }
class HBox extends Box { made() { const el = super.made(); el.classList.add("widget-hbox"); return el; } }

class Html extends Peer {
  made() { const el = make("div", "jupyter-widgets widget-inline-hbox widget-html"); this.inner = make("div", "widget-html-content", el); return el; }
  on_value(value) { this.inner.innerHTML = value; }
}

class Button extends Peer {
  made() {
    const el = make("button", "jupyter-widgets jupyter-button widget-button");
    el.type = "button";
    this.sign = make("span", "sign", el); this.text = make("span", "", el);
    el.addEventListener("click", () => this.tell("click", null));
    return el;
  }
  on_description(value) { this.text.textContent = value; if (!value) this.text.remove(); else this.el.append(this.text); }
  on_icon(value) { this.sign.textContent = value ? `${SIGNS[value] ?? ""} ` : ""; }
  on_button_style(value) {
    for (const name of Object.values(STYLES)) this.el.classList.remove(`mod-${name}`);
    if (value) this.el.classList.add(`mod-${STYLES[value]}`);
  }
}

/** A field with its name before it. */
class Field extends Peer {
  made() {
    const el = make("div", `jupyter-widgets widget-inline-hbox ${this.named()}`);
    this.label = make("label", "widget-label", el); this.label.style.display = "none";
    this.input = this.field(el);
    this.label.htmlFor = this.input.id = `field${this.id}`;
    return el;
  }
  on_description(value) { this.label.textContent = value; this.label.style.display = value ? "" : "none"; this.input.setAttribute("aria-label", value); }
  on_placeholder(value) { this.input.placeholder = value; }
}

class Text extends Field {
  named() { return "widget-text"; }
  field(el) {
    const input = make("input", "", el);
    input.type = "text"; input.autocomplete = "off";
    this.heard(input);
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") { this.tell("value", input.value); this.tell("said", { event: "submit" }); }
    });
    return input;
  }
  heard(input) {
    this.eager = true;
    input.addEventListener("input", () => { if (this.eager) this.tell("value", input.value); });
    input.addEventListener("change", () => this.tell("value", input.value));
  }
  on_continuous_update(value) { this.eager = value; }
  on_value(value) { if (this.input.value !== value) this.input.value = value; }
}
class Textarea extends Text {
  named() { return "widget-textarea"; }
  field(el) { const input = make("textarea", "", el); this.heard(input); return input; }
}
class Combobox extends Text {
  named() { return "widget-text widget-combobox"; }
  field(el) {
    const input = super.field(el);
    this.list = make("datalist", "", el);
    this.list.id = `list${this.id}`;
    input.setAttribute("list", this.list.id);
    input.addEventListener("input", () => {   // one of the list, taken by the pointer, is a choice at once
      if ([...this.list.options].some((one) => one.value === input.value)) input.dispatchEvent(new Event("change"));
    });
    return input;
  }
  on_options(labels) {
    this.list.replaceChildren(...labels.map((label) => { const one = make("option"); one.value = label; return one; }));
  }
}

class Checkbox extends Peer {
  made() {
    const el = make("div", "jupyter-widgets widget-inline-hbox widget-checkbox");
    const label = make("label", "widget-label-basic", el);
    this.input = make("input", "", label); this.input.type = "checkbox"; this.text = make("span", "", label);
    this.input.addEventListener("change", () => this.tell("value", this.input.checked));
    return el;
  }
  on_value(value) { this.input.checked = value; }
  on_description(value) { this.text.textContent = value; }
}

class Progress extends Peer {
  made() { const el = make("div", "jupyter-widgets widget-inline-hbox"); this.text = make("span", "", el); this.bar = make("progress", "", el); return el; }
  on_value(value) { this.bar.value = value; }
  on_max(value) { this.bar.max = value; }
  on_description(value) { this.text.textContent = value; }
}

class Toggles extends Field {
  named() { return "widget-toggle-buttons"; }
  field(el) { this.at = 0; return make("div", "widget-toggles", el); }
  on_labels(labels) {
    this.input.replaceChildren(...labels.map((label, n) => {
      const one = make("button", "jupyter-widgets jupyter-button widget-toggle-button");
      one.type = "button"; one.textContent = label;
      one.addEventListener("click", () => { this.on_index(n); this.tell("index", n); });
      return one;
    }));
    this.on_index(this.at);
  }
  on_index(index) {
    this.at = index;
    [...this.input.children].forEach((one, n) => { one.classList.toggle("mod-active", n === index); one.setAttribute("aria-pressed", n === index); });
  }
}
class Dropdown extends Field {
  named() { return "widget-dropdown"; }
  field(el) {
    const select = make("select", "", el);
    select.addEventListener("change", () => this.tell("index", select.selectedIndex));
    return select;
  }
  on_labels(labels) {
    this.input.replaceChildren(...labels.map((label) => { const one = make("option"); one.textContent = label; return one; }));
    this.input.selectedIndex = this.at ?? 0;
  }
  on_index(index) { this.at = index; this.input.selectedIndex = index; }
}
class Slider extends Field {
  named() { return "widget-slider"; }
  field(el) {
    const input = make("input", "", el);
    input.type = "range"; input.min = 0;
    this.told = make("output", "widget-readout", el);
    input.addEventListener("input", () => { this.say(); this.tell("index", Number(input.value)); });
    return input;
  }
  say() { this.told.textContent = this.labels[this.input.value] ?? ""; }
  on_labels(labels) { this.labels = labels; this.input.max = Math.max(labels.length - 1, 0); this.say(); }
  on_index(index) { this.input.value = index; this.say(); }
}

class Picture extends Peer {
  on_format(value) { this.format = value; this.read(); }
  on_value(value) { this.value = value; this.read(); }
  read() {
    if (!this.value || !this.format) return;
    const address = URL.createObjectURL(new Blob([this.value], { type: `image/${this.format}` }));
    const image = new Image();
    image.src = address;
    this.drawable = image;
    this.reading = image.decode().catch(() => null).then(() => { this.reading = null; URL.revokeObjectURL(address); });
  }
  close() { this.page.left.set(this.id, this); setTimeout(() => this.page.left.delete(this.id), 20_000); }
}

class Canvas extends Peer {
  made() { this.canvas = make("canvas", "jupyter-widgets"); this.canvas.width = 300; this.canvas.height = 150; this.ctx = this.canvas.getContext("2d"); return this.canvas; }
  get drawable() { return this.canvas.width && this.canvas.height ? this.canvas : null; }
}
class Layers extends Canvas {
  on_layers(ids) { this.layers = ids.map((id) => this.page.peers.get(id)); for (const one of this.layers) one.over = this; }
  get(name) { return name === "_canvases" ? this.layers : undefined; }
  compose() {
    const { width, height } = this.layers[0].canvas;
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    this.ctx.clearRect(0, 0, width, height);
    for (const layer of this.layers) if (layer.drawable) this.ctx.drawImage(layer.canvas, 0, 0);
  }
}

/** A widget whose script is a module: it is given the model that it knows. */
class Module extends Peer {
  constructor(page, id) { super(page, id); this.values = {}; this.widget_manager = { get_model: async (id) => page.peers.get(id) }; }
  set(name, value) { this.values[name] = value; this.trigger(`change:${name}`); }
  get(name) { return this.values[name]; }
  send(said) { this.tell("said", said); }
  say(said) { this.trigger("msg:custom", said); }
  async module(source, style) {
    const dress = make("style"); dress.textContent = style; this.el.before(dress); document.head.append(dress); this.dress = dress;
    const { default: own } = await this.page.loaded(source);
    if (!this.closed) this.ends = own.render({ model: this, el: this.el });
  }
  close() { this.closed = true; this.ends?.(); this.dress?.remove(); super.close(); }
}

const KINDS = {
  box: Box, vbox: VBox, hbox: HBox, html: Html, button: Button, text: Text, textarea: Textarea, combobox: Combobox,
  checkbox: Checkbox, progress: Progress, toggles: Toggles, dropdown: Dropdown, slider: Slider, image: Picture,
  canvas: Canvas, layers: Layers, module: Module,
};

/** All widgets, and the one way from the engine to them and back. */
class Page {
  constructor() {
    this.peers = new Map(); this.left = new Map(); this.modules = new Map();
    this.drawing = new Drawing(this); this.done = []; this.busy = false;
    this.engine = () => {}; this.failed = (error) => { throw error; };
  }
  /** What the widgets say. */
  told(text) {
    for (const [id, what, ...said] of JSON.parse(text)) {
      if (what === "new") { this.peers.set(id, new KINDS[said[0]](this, id)); continue; }
      const peer = this.peers.get(id);
      if (!peer) continue;
      if (what === "draw") this.drawing.add(peer, said[0]);
      else if (what === "class") peer.el.classList.toggle(said[0], said[1]);
      else if (what === "close") { peer.close(); this.peers.delete(id); }
      else peer[what](...said);
    }
  }
  /** What a person does: one thing after the other, each when the one before is answered. */
  person(id, what, value) {
    this.done.push([id, what, value, performance.timeOrigin + (window.event?.timeStamp ?? performance.now())]);
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.done.length) {
        const [whose, deed, how, when] = this.done.shift();
        try { this.engine(whose, deed, JSON.stringify(how), when / 1000); } catch (error) { this.failed(error); }
      }
    } finally { this.busy = false; }
  }
  async loaded(source) {
    if (!this.modules.has(source)) {
      const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      this.modules.set(source, import(address));
    }
    return this.modules.get(source);
  }
}
