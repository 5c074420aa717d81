// The button of a widget, and the frame behind it:
//   <script src="https://footnote.example.com/widget.js" data-key="fnw_…" async></script>
// `data-label` names the button. `FootnoteWidget.open()` and `.close()` do what the button does. Its styles are set through
// the browser's objects in a shadow tree: they touch nothing of the page, and need no 'unsafe-inline' in its policy.
(function () {
  const script = document.currentScript;
  if (script === null || window.FootnoteWidget !== undefined) return;
  const home = new URL(script.src).origin;
  const key = script.dataset.key ?? "";
  const label = script.dataset.label ?? "Ask a question";
  // long enough for a slow phone; a browser that refuses the frame doesn't say so
  const patienceMs = 15_000;

  const styles = new CSSStyleSheet();
  styles.replaceSync(`
    :host { all: initial; color-scheme: light dark; }
    [hidden] { display: none !important; }
    button, p { font: 500 16px/24px system-ui, sans-serif; }
    button {
      position: fixed; inset: auto 20px 20px auto; z-index: 2147483000; min-height: 48px; padding: 0 20px;
      border: 1px solid #fbfaf7; border-radius: 24px; background: #1c1b19; color: #fbfaf7; cursor: pointer;
    }
    button:focus-visible { outline: 3px solid #b0341d; outline-offset: 2px; }
    div {
      position: fixed; inset: auto 20px 80px auto; z-index: 2147483001; width: 400px; height: min(640px, 100vh - 100px);
      overflow: hidden; border: 1px solid #cfc9bc; border-radius: 8px; background: #fbfaf7; color: #1c1b19;
      box-shadow: 0 12px 28px -10px rgb(28 27 25 / 30%);
    }
    iframe { display: block; width: 100%; height: 100%; border: 0; }
    p { margin: 0; padding: 24px; }
    p button { position: static; margin-top: 16px; display: block; }
    @media (prefers-color-scheme: dark) {
      button { border-color: #171614; background: #edeae3; color: #171614; }
      button:focus-visible { outline-color: #e8826b; }
      div { border-color: #4a463f; background: #171614; color: #edeae3; }
    }
    @media (max-width: 480px) {
      div { inset: 0; width: auto; height: auto; border: 0; border-radius: 0; }
    }
  `);
  const host = document.createElement("footnote-widget");
  const tree = host.attachShadow({ mode: "open" });
  tree.adoptedStyleSheets = [styles];
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.setAttribute("aria-expanded", "false");
  const panel = document.createElement("div");
  panel.hidden = true;
  tree.append(button, panel);

  let frame = null;
  let isReady = false;

  function load() {
    frame = document.createElement("iframe");
    frame.title = label;
    frame.src = `${home}/widget/${encodeURIComponent(key)}`;
    frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
    panel.replaceChildren(frame);
    setTimeout(() => {
      if (!isReady) giveUp();
    }, patienceMs);
  }

  function giveUp() {
    const shut = document.createElement("button");
    shut.type = "button";
    shut.textContent = "Close";
    shut.addEventListener("click", close);
    const sentence = document.createElement("p");
    sentence.setAttribute("role", "alert");
    sentence.append("Questions can't be answered on this page at the moment.", shut);
    panel.replaceChildren(sentence);
    // the next press tries again
    frame = null;
    if (!panel.hidden) shut.focus();
  }

  function focusFrame() {
    if (frame === null || !isReady || panel.hidden) return;
    frame.focus();
    frame.contentWindow.postMessage({ footnote: "open" }, home);
  }

  function open() {
    panel.hidden = false;
    button.setAttribute("aria-expanded", "true");
    if (frame === null) load();
    focusFrame();
  }

  function close() {
    if (panel.hidden) return;
    panel.hidden = true;
    button.setAttribute("aria-expanded", "false");
    button.focus();
  }

  button.addEventListener("click", () => (panel.hidden ? open() : close()));
  tree.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  window.addEventListener("message", ({ source, origin, data }) => {
    if (frame === null || source !== frame.contentWindow || origin !== home) return;
    if (data?.footnote === "close") close();
    if (data?.footnote !== "ready") return;
    isReady = true;
    focusFrame();
  });
  const place = () => document.body.append(host);
  if (document.body === null) document.addEventListener("DOMContentLoaded", place);
  else place();
  window.FootnoteWidget = Object.freeze({ open, close });
})();
