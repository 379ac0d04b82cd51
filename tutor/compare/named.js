// A slider of the notebook has no name for whoever cannot see it: its handles are given that of the question.
export default {
  render({ model, el }) {
    let watch;
    const attach = () => {
      if (!el.isConnected) return void requestAnimationFrame(attach);
      const all = el.closest('.tutor-compare') ?? el.parentElement;
      const name = () => all.querySelectorAll('.noUi-handle').forEach(one => one.setAttribute('aria-label', model.get('name')));
      watch = new MutationObserver(name);
      watch.observe(all, { childList: true, subtree: true });
      model.on('change:name', name);
      name();
    };
    attach();
    return () => watch?.disconnect();
  },
};
