import type { RecordEvent } from "#contract/evidence/record.ts";
import { sentenceCase } from "#web/ui/format.ts";

/** Each action's text after the person's name; the item's name follows unless the text ends with a period. */
const words: Record<string, string> = {
  "answer.rate": "rated the answer to",
  "answer.say-same": "said that an approved answer answers",
  "answer.review": "reviewed",
  "api-key.create": "created the API key",
  "api-key.revoke": "revoked the API key",
  "chat.update": "changed the chat of",
  "approved-answer.create": "wrote the approved answer to",
  "approved-answer.update": "changed the approved answer to",
  "approved-answer.approve": "approved the answer to",
  "approved-answer.renew": "renewed the approved answer to",
  "approved-answer.suspend": "suspended the approved answer to",
  "approved-answer.add-way": "added a way of asking to",
  "approved-answer.tell-apart": "told a question apart from",
  "approved-answer.retire": "retired the approved answer to",
  "approved-answer.set-rules": "changed the rules for approved answers.",
  "call.refuse": "was refused:",
  "document.delete": "deleted",
  "document.link": "linked to a name of its own",
  "document.download": "opened the original of",
  "document.export-look-back": "exported who received answers from",
  "document.tell-changed-rules": "told people of changed rules in",
  "document.move": "moved",
  "document.read": "read",
  "document.read-by-ocr": "read by OCR",
  "document.read-again": "read again",
  "document.read-all-again": "had every document read again:",
  "document.replace": "replaced",
  "document.retry": "retried reading",
  "document.sign-off": "signed off",
  "document.suggest-tags": "suggested tags for",
  "document.tag": "tagged",
  "document.upload": "uploaded",
  "hold.lift": "lifted",
  "hold.set": "set",
  "examination.look": "looked as an examiner at",
  "examiner.end": "ended the examination of",
  "examiner.invite": "invited the examiner",
  "examiner.update": "changed the examination of",
  "help.create": "added the help item",
  "help.customise": "customized the help item",
  "help.delete": "deleted the help item",
  "help.hide": "hid the help item",
  "help.move": "moved the help item",
  "help.restore": "restored the help item",
  "help.update": "changed the help item",
  "interaction.export": "exported interactions.",
  "interaction.tag": "tagged the answer to",
  "lead.create": "sent the contact form.",
  "lead.erase": "deleted old demo requests.",
  "lead.export": "exported leads.",
  "lead.set-retention": "changed how long demo requests are kept.",
  "master-key.rotate": "rotated the master key.",
  "model-choice.set": "chose a model for",
  "model-limits.set": "changed a model's time limits for",
  "model-key.check": "checked the model key of",
  "job.retry": "ran failed jobs again.",
  "model-key.remove": "removed the model key of",
  "model-key.set": "set the model key of",
  "model-key.use": "used a model key for",
  "model.add": "added the model",
  "model.announce-retirement": "announced the retirement of a model to",
  "model.change": "changed the model",
  "model.remove": "removed the model",
  "notification.prefer": "changed notification preferences.",
  "notification.read": "read a notification.",
  "notification.read-all": "read all notifications.",
  "passages.find": "searched the passages of",
  "passkey.add": "added a passkey.",
  "passkey.ask": "was asked for a passkey.",
  "passkey.begin": "started adding a passkey.",
  "passkey.remove": "removed a passkey.",
  "password.change": "changed the password.",
  "password.reset": "reset the password.",
  "password.reset-request": "asked to reset the password.",
  "question.answer": "got an answer to",
  "question.close": "closed the declined question",
  "questionnaire.finish": "finished",
  "questionnaire.place": "chose the columns of",
  "questionnaire.review": "reviewed an answer of",
  "questionnaire.run": "had the questions asked of",
  "questionnaire.download": "downloaded",
  "questionnaire.stop": "stopped",
  "question.ask-expert": "asked an expert about",
  "question.answer-as-expert": "answered as an expert",
  "question.ask": "asked",
  "record.bundle": "started a bundle of the record.",
  "record.check": "started a check of the record.",
  "record.download-bundle": "downloaded a bundle of the record.",
  "record.export": "exported the record.",
  "record.find-altered": "found the record altered.",
  "record.make-key": "made a new signing key.",
  "record.prove": "opened the proof of",
  "record.remove-stream": "stopped streaming the record.",
  "record.set-stream": "set where the record is streamed to.",
  "record.sign-head": "signed a head of the record.",
  "record.test-stream": "sent a test event over the stream of the record.",
  "retention.erase": "erased",
  "retention.erase-person": "erased the name of",
  "retention.set": "set the retention periods.",
  "review.assign": "assigned the review of",
  "review.second-opinion": "asked for a second opinion on",
  "review.set-rules": "changed the review rules.",
  "scim-token.create": "created the SCIM token",
  "scim-token.revoke": "revoked the SCIM token",
  "second-factor.begin": "started setting up two-step verification.",
  "second-factor.remove-lost": "removed the two-step verification of",
  "second-factor.renew-recovery-codes": "renewed the recovery codes.",
  "second-factor.rescue": "removed two-step verification from the command line for",
  "second-factor.switch-off": "turned off two-step verification.",
  "second-factor.switch-on": "turned on two-step verification.",
  "second-factor.use-recovery-code": "used a recovery code.",
  "session.ask-second-factor": "was asked for the second step of signing in.",
  "session.end": "signed out.",
  "session.end-others": "ended all other sessions.",
  "session.prove": "confirmed the password.",
  "session.refuse": "was refused at sign-in.",
  "session.start": "signed in.",
  "terms.accept": "accepted the terms.",
  "test-run.finish": "tried a change on the test set of",
  "test-run.keep": "declined a change of",
  "test-run.see": "saw the changed answers of",
  "test-run.use": "approved a change of",
  "theme.accept-proposal": "accepted the name and purpose that Footnote proposed for",
  "theme.assign-agent": "gave an agent access to",
  "theme.assign-workspace": "gave a workspace access to",
  "theme.restore": "restored the theme",
  "theme.remove-agent": "removed an agent's access to",
  "theme.remove-workspace": "removed a workspace's access to",
  "user.ask-as": "asked a question to see the answer of",
  "user.see-as": "looked at the workbench as",
  "user.assign-workspaces": "changed the workspaces of",
  "sign-on.add-domain": "added the domain",
  "sign-on.begin": "was sent to the identity provider of",
  "sign-on.break-glass": "used the break-glass account.",
  "sign-on.change-key": "changed the SAML keys.",
  "sign-on.check": "checked the identity provider.",
  "sign-on.link": "was linked to an identity provider:",
  "sign-on.log-out": "was signed out by the identity provider:",
  "sign-on.prove-domain": "verified the domain",
  "sign-on.refuse": "had a response refused from the identity provider of",
  "sign-on.remove": "removed the identity provider",
  "sign-on.remove-domain": "removed the domain",
  "sign-on.set": "set up the identity provider",
  "company.restore": "restored the company",
  "user.change-address": "changed the address of",
  "user.create-by-sign-on": "got an account through single sign-on:",
  "user.deactivate": "deactivated",
  "user.import": "imported users.",
  "user.import.try": "previewed an import of users.",
  "user.invitation-send": "sent an invitation to",
  "user.follow-groups": "was moved by their groups:",
  "user.invite": "invited",
  "user.reinvite": "invited again",
  "user.reveal-temp-password": "revealed the temporary password of",
  "search.rebuild": "had the search index rebuilt.",
  "webhook.create": "added the webhook",
  "webhook.rotate-secret": "made a new secret for the webhook",
  "webhook.send-again": "sent a delivery again to the webhook",
  "webhook.switch-off": "switched off the webhook",
  "webhook.test": "sent a test event to the webhook",
};

/** The text of an action without its own: "created the theme". */
const standardVerbs: Record<string, string> = { create: "created", update: "changed", delete: "deleted" };

function wordsOf(action: string): string | undefined {
  const [noun = "", verb = ""] = action.split(".");
  const standard = standardVerbs[verb];
  return words[action] ?? (standard === undefined ? undefined : `${standard} the ${nameWords(noun)}`);
}

export const hasWords = (action: string) => wordsOf(action) !== undefined;

/** An action as an option: "Document: sign off". */
export function actionLabel(action: string): string {
  const [noun = "", ...verb] = action.split(".");
  return sentenceCase(`${noun.replaceAll("-", " ")}: ${verb.join(" ").replaceAll("-", " ")}`);
}

/** An item kind, an action's parts or a field name as text. */
export function nameWords(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("-", " ")
    .toLowerCase();
}

/** The server sends no more characters of a question. */
const longestQuestion = 120;

/** The item's name at the time, or its kind and number if neither the event nor the log has one. */
export function thingOf({ target, before, after }: RecordEvent): string {
  if (target.type === "interaction" && target.name !== null)
    return `“${target.name.length < longestQuestion ? target.name : `${target.name.trimEnd()}…`}”`;
  for (const values of [before, after])
    for (const name of ["name", "title", "email", "domain", "question"]) {
      const value = values?.[name];
      // an item's name; a person's email; a sign-on's domain
      if (typeof value === "string" && value !== "") return value;
    }
  // refusals that were recorded without the call's name
  if (target.type === "call") return target.id;
  return target.name ?? `${nameWords(target.type)} ${target.id}`;
}

/** A verb without its item, which the line has already named. */
export const withoutThing = (verb: string): string =>
  verb.replace(/(?: (?:about|as|at|for|from|in|of|on|to)|:)$/, "");

/** Who did what, in three parts for the screen: person, verb, item (null: the verb is complete). */
export function sayEvent(event: RecordEvent): { who: string; verb: string; thing: string | null } {
  const who = whoOf(event.actor);
  const known = byValues(event) ?? wordsOf(event.action);
  if (known === undefined)
    return { who, verb: `did ${actionLabel(event.action).toLowerCase()},`, thing: thingOf(event) };
  if (known.endsWith(".")) return { who, verb: known.slice(0, -1), thing: null };
  const thing = thingOf(event);
  const noun = nameWords(event.target.type);
  // without a name the item is "lead 5", which already names its kind
  const kind = thing === `${noun} ${event.target.id}` ? ` the ${noun}` : "";
  return { who, verb: known.endsWith(kind) ? known.slice(0, known.length - kind.length) : known, thing };
}

/** Texts that name whom else an action concerns. */
const withName: Record<string, (name: string) => string> = {
  "question.ask-expert": (name) => `asked ${name} as an expert about`,
  "review.assign": (name) => `gave ${name} the review of`,
  "theme.assign-agent": (name) => `gave ${name} access to`,
  "theme.assign-workspace": (name) => `gave ${name} access to`,
  "theme.remove-agent": (name) => `took access from ${name} to`,
  "theme.remove-workspace": (name) => `took access from ${name} to`,
};

/** The text of an action that its values tell apart. */
function byValues({ action, involved, before, after }: RecordEvent): string | undefined {
  const named = involved === null ? undefined : withName[action]?.(involved);
  if (named !== undefined) return named;
  if (action === "theme.accept-proposal" && after?.purpose === before?.purpose)
    return "accepted the name that Footnote proposed for";
  if (action === "theme.accept-proposal" && after?.name === before?.name)
    return "accepted the purpose that Footnote proposed for";
  if (action === "answer.rate" && after?.rating === null) return "withdrew the rating of the answer to";
  if (action !== "chat.update") return undefined;
  if (before?.isPinned !== after?.isPinned)
    return `${after?.isPinned === true ? "pinned" : "unpinned"} the chat of`;
  return after?.name === "" ? "took the name from the chat of" : "named the chat of";
}

/** Names the program's own work by its job, a person or an API key by the name at the time. */
function whoOf({ type, name }: RecordEvent["actor"]): string {
  if (type === "job" || type === "system") return name === "" ? "Footnote" : `Footnote (${nameWords(name)})`;
  if (type === "key") return name === "" ? "A program" : `${name} (API)`;
  return type === "public" ? "A visitor" : name || "Someone";
}
