import type { WidgetAnswer } from "#contract/answering/widget.ts";
import { drawAnswer, element } from "./draw-answer.ts";

/** The page inside a widget's frame. It uses the widget's key and nothing of a person who may be signed in. */

const key = location.pathname.split("/").at(-1) ?? "";
const turns = byId("turns", HTMLDivElement);
const form = byId("ask", HTMLFormElement);
const box = byId("question", HTMLTextAreaElement);
const close = byId("close", HTMLButtonElement);
const visitor = keptId("footnote-visitor");
const conversation = randomId();
let isAsking = false;
let asked = 0;

function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.querySelector(`#${id}`);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}

function randomId(): string {
  return crypto
    .getRandomValues(new Uint8Array(16))
    .reduce((id, byte) => id + byte.toString(16).padStart(2, "0"), "");
}

/** For as long as the tab is open: a longer memory would follow the visitor around. */
function keptId(name: string): string {
  const fresh = randomId();
  try {
    const kept = sessionStorage.getItem(name) ?? fresh;
    sessionStorage.setItem(name, kept);
    return kept;
  } catch {
    // some browsers give a frame of another website no storage
    return fresh;
  }
}

type Told = { answer: WidgetAnswer } | { failed: string };

async function ask(question: string): Promise<Told> {
  try {
    const response = await fetch("/api/v1/widget/answers", {
      method: "POST",
      credentials: "omit",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ question, visitor, conversation }),
    });
    if (response.ok) return { answer: (await response.json()) as WidgetAnswer };
    if (response.status === 401 || response.status === 403)
      return { failed: "Questions can't be answered here any more." };
    const { detail } = (await response.json()) as { detail: string };
    const wait = response.status === 429 ? whenAgain(Number(response.headers.get("retry-after"))) : "";
    return { failed: `${detail}${wait}` };
  } catch {
    return { failed: "The answer didn't arrive. Check your connection and ask again." };
  }
}

function whenAgain(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (!(minutes > 1)) return "";
  if (minutes < 90) return ` You can ask again in about ${minutes} minutes.`;
  return ` You can ask again in about ${Math.round(minutes / 60)} hours.`;
}

async function submit(written: string): Promise<void> {
  const question = written.trim();
  if (question === "" || isAsking) return;
  isAsking = true;
  asked += 1;
  const button = form.querySelector("button");
  // it stays in reach of the keyboard while it waits
  button?.setAttribute("aria-disabled", "true");
  box.value = "";
  const waiting = element("p", { className: "note" }, "Looking in the documents…");
  const turn = element("section", { className: "turn" }, element("h2", {}, question), waiting);
  turns.append(turn);
  turn.scrollIntoView({ block: "start" });
  const told = await ask(question);
  if ("answer" in told) {
    waiting.replaceWith(...drawAnswer(told.answer, asked, (suggested) => void submit(suggested)));
  } else {
    waiting.replaceWith(element("p", { className: "failed" }, told.failed));
    // the question is not lost
    if (box.value === "") box.value = question;
  }
  turn.scrollIntoView({ block: "start" });
  button?.removeAttribute("aria-disabled");
  isAsking = false;
}

/** Says no more than that something happened: the embedding page may be any that the key allows. */
function tell(happened: "ready" | "close"): void {
  if (window.parent !== window) window.parent.postMessage({ footnote: happened }, "*");
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void submit(box.value);
});
box.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  void submit(box.value);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.isComposing) tell("close");
});
close.hidden = window.parent === window;
close.addEventListener("click", () => tell("close"));
window.addEventListener("hashchange", () => {
  const source = document.querySelector(location.hash || ":root");
  if (source instanceof HTMLElement && location.hash !== "") source.focus();
});
window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
  if (source === window.parent && typeof data === "object" && data !== null && "footnote" in data)
    box.focus();
});
tell("ready");
