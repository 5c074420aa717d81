import type { createLead as contract } from "#contract/operation/leads.ts";
import type { ErrorBody } from "#contract/kernel/errors.ts";

// keeps zod out of the public script: imports only the call's type
const path: (typeof contract)["path"] = "/api/leads";
const busy = "Submitting...";
/** Storage key for the typed values, in this tab only. */
const typedName = "draft:lead";
/** Storage key for the request last sent: its answer may have been lost. */
const sentName = "sent:lead";

/** The public pages' only script: sends the demo request and reports the outcome, keeping the typed values. */
export function bindLeadForm(form: HTMLFormElement): void {
  keepTyped(form);
  const button = form.querySelector("button");
  const resting = button?.textContent ?? "";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const problems = problemsOf(form, values);
    show(form, problems);
    if (problems.size > 0 || button === null) return;
    button.disabled = true;
    button.textContent = busy;
    void send(toSend(values, form.dataset.stamp ?? "")).then((failure) => {
      button.disabled = false;
      button.textContent = resting;
      if (failure === null) {
        sessionStorage.removeItem(typedName);
        sessionStorage.removeItem(sentName);
        return thank(form, values.email ?? "");
      }
      show(form, new Map(Object.entries(failure.fields)));
      const named = "There was an issue submitting your information. Please try again.";
      toast("Submission Error", `${named} ${failure.cause}`.trim());
    });
  });
  // submitted before this script had loaded (static/first-paint.js)
  if (document.documentElement.hasAttribute("data-sent")) form.requestSubmit();
}

/** After a reload, a visit to another page or a suspended browser, restores the request. */
function keepTyped(form: HTMLFormElement): void {
  try {
    const typed = JSON.parse(sessionStorage.getItem(typedName) ?? "{}") as Record<string, string>;
    for (const [name, value] of Object.entries(typed)) {
      const field = form.elements.namedItem(name);
      if (field !== null && "value" in field && field.value === "") field.value = value;
    }
  } catch {
    sessionStorage.removeItem(typedName);
  }
  const keep = () =>
    sessionStorage.setItem(typedName, JSON.stringify(Object.fromEntries(new FormData(form))));
  form.addEventListener("input", keep);
  // keeps input typed before this script loaded, too
  if ([...new FormData(form).values()].some((value) => value !== "")) keep();
}

/** Errors per field, and a general message if one is known. */
type Failure = { fields: Record<string, string>; cause: string };

type Sent = { key: string; values: Record<string, string>; stamp: string };

/** The same request with the same key for the same values, also after a reload, so that the server keeps it once. */
function toSend(values: Record<string, string>, stamp: string): Sent {
  const last = lastSent();
  const isSame = last !== null && JSON.stringify(last.values) === JSON.stringify(values);
  const request = isSame ? last : { key: newKey(), values, stamp };
  sessionStorage.setItem(sentName, JSON.stringify(request));
  return request;
}

function lastSent(): Sent | null {
  try {
    return JSON.parse(sessionStorage.getItem(sentName) ?? "null") as Sent | null;
  } catch {
    return null;
  }
}

/** Browsers have `randomUUID` only on encrypted pages. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** null on success. */
async function send({ key, values, stamp }: Sent): Promise<Failure | null> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...values, stamp, requestKey: key, source: "website_lead_form" }),
    });
    const answer = (await response.json()) as { success?: boolean } & Partial<ErrorBody>;
    // a proxy in between may answer 200 without storing anything
    if (response.ok && answer.success === true) return null;
    return { fields: answer.fields ?? {}, cause: answer.fields === undefined ? (answer.error ?? "") : "" };
  } catch {
    return { fields: {}, cause: "" };
  }
}

function problemsOf(form: HTMLFormElement, values: Record<string, string>): Map<string, string> {
  const problems = new Map<string, string>();
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("[required]")) {
    if ((values[field.name] ?? "").trim() === "") problems.set(field.name, "This field is required.");
    else if (!field.checkValidity())
      problems.set(field.name, "Enter a full email address, like name@company.com.");
  }
  return problems;
}

function show(form: HTMLFormElement, problems: Map<string, string>): void {
  for (const old of form.querySelectorAll(".wrong")) old.remove();
  for (const field of form.querySelectorAll<HTMLElement>("[name]")) field.removeAttribute("aria-invalid");
  let first: HTMLElement | null = null;
  for (const [name, message] of problems) {
    const field = form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`);
    if (field === null) continue;
    const note = document.createElement("span");
    note.className = "wrong";
    note.id = `${name}-wrong`;
    note.textContent = message;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", note.id);
    field.after(note);
    first ??= field;
  }
  first?.focus();
}

/** The thank-you note replaces the form and its title, and repeats the reply address. */
function thank(form: HTMLFormElement, address: string): void {
  const template = document.querySelector<HTMLTemplateElement>("template[data-thanks]");
  const thanks = template?.content.firstElementChild?.cloneNode(true);
  if (!(thanks instanceof HTMLElement)) return;
  clearToast();
  thanks.querySelector("[data-address]")?.append(address);
  (form.closest(".lead") ?? form).replaceChildren(thanks);
  thanks.focus();
}

function clearToast(): void {
  document.querySelector(".toast")?.remove();
}

function toast(title: string, message: string): void {
  clearToast();
  const box = document.createElement("div");
  box.className = "toast bad";
  box.setAttribute("role", "alert");
  const strong = document.createElement("strong");
  strong.textContent = title;
  box.append(strong, message);
  document.body.append(box);
  setTimeout(() => box.remove(), 5000);
}
