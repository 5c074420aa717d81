/** The behavior of the front page's sample answers: tabs, highlights, and the page a mark turns to. */
export function bindSamples(root: HTMLElement): void {
  const tabs = [...root.querySelectorAll<HTMLButtonElement>("[role=tab]")];
  for (const tab of tabs) {
    tab.addEventListener("click", () => choose(root, tabs, tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const next = step === undefined ? undefined : tabs.at((tabs.indexOf(tab) + step) % tabs.length);
      if (next === undefined) return;
      event.preventDefault();
      choose(root, tabs, next);
      next.focus();
    });
  }
  for (const panel of root.querySelectorAll<HTMLElement>("[role=tabpanel]")) bindPanel(panel);
}

function choose(root: HTMLElement, tabs: HTMLButtonElement[], chosen: HTMLButtonElement): void {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    const panel = root.querySelector<HTMLElement>(`#${tab.getAttribute("aria-controls")}`);
    if (panel !== null) panel.hidden = !isChosen;
  }
}

function bindPanel(panel: HTMLElement): void {
  const light = (source: string | undefined) => {
    for (const part of panel.querySelectorAll<HTMLElement>("[data-source]"))
      part.toggleAttribute("data-lit", source !== undefined && part.dataset.source === source);
  };
  let from: HTMLElement | null = null;
  const turn = (source: string | undefined) => {
    for (const page of panel.querySelectorAll<HTMLElement>("[data-page]")) {
      page.hidden = page.dataset.page !== source;
      if (!page.hidden) page.focus({ preventScroll: true });
    }
    panel.toggleAttribute("data-turned", source !== undefined);
    light(source);
  };
  const close = () => {
    turn(undefined);
    from?.focus({ preventScroll: true });
  };
  for (const button of panel.querySelectorAll<HTMLButtonElement>("button[data-source]")) {
    const { source } = button.dataset;
    const rest = () => panel.hasAttribute("data-turned") || light(undefined);
    button.addEventListener("mouseenter", () => panel.hasAttribute("data-turned") || light(source));
    button.addEventListener("mouseleave", rest);
    button.addEventListener("focus", () => panel.hasAttribute("data-turned") || light(source));
    button.addEventListener("blur", rest);
    button.addEventListener("click", () => {
      from = button;
      turn(source);
    });
  }
  for (const button of panel.querySelectorAll("[data-close]")) button.addEventListener("click", close);
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && panel.hasAttribute("data-turned")) close();
  });
}
