import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { privacyVersion, termsVersion } from "#contract/identity/sessions.ts";
import { PrivacyPolicy } from "./privacy-policy.tsx";
import { TermsOfService } from "./terms-of-service.tsx";

/** Each sentence of a legal text with the test that performs its promise; null: it promises no act of the program. */
type Promises = [sentence: string, test: string | null][];

const terms: Promises = [
  [
    'These terms govern the use of Footnote by organizations ("customers") and by the people they invite ("users").',
    null,
  ],
  [
    "By accepting them you agree to them for yourself and, where you act for an organization, for that organization.",
    null,
  ],
  [
    "Footnote answers questions from documents that a customer uploads.",
    "an uploaded policy answers a question in its own words and cites their location",
  ],
  [
    "Each sentence of an answer points to a passage of those documents.",
    "an uploaded policy answers a question in its own words and cites their location",
  ],
  [
    "What a model writes that no passage supports is removed, and the answer says so.",
    "with a key the model answers, and only supported sentences are shown",
  ],
  [
    "When the documents do not answer a question, the service says so.",
    "a question that the documents do not answer gets no invented answer",
  ],
  ["Answers are a way into the customer's own documents.", null],
  ["They are not legal, medical, financial or other professional advice.", null],
  ["Users open the cited source before they act on an answer that matters.", null],
  ["An account belongs to one person.", null],
  [
    "Users keep their password to themselves, do not use another person's account, and tell their administrator immediately when they believe that someone else knows it.",
    null,
  ],
  [
    "Administrators invite, change and deactivate accounts of their own organization.",
    "a deactivated person is refused at the very next call, with the session, the cookie and an open stream",
  ],
  ["The customer keeps all rights in its documents.", null],
  ["It allows the service to store, read, index and quote them for the customer's own users.", null],
  ["The customer uploads only what it may use for this purpose.", null],
  [
    "Users do not try to reach data of other organizations, to get around limits, to disturb the service, or to upload files made to do harm.",
    null,
  ],
  ["They do not enter personal data of third parties that a question does not need.", null],
  [
    "Questions, answers, the passages they were made from, ratings, reviews, sign-ins and changes are recorded with their time.",
    "sign-in, good and bad, sign-out, reset, export, download, reveal and the gates leave exactly one event each",
  ],
  [
    "A recorded question, its answer and its passages are not altered afterwards.",
    "an answer, its sources, its claims and its manifest cannot be changed or removed undetected",
  ],
  [
    "Whoever asked may change or take back the rating, and a reviewer may revise a review; each such change is recorded too.",
    "a rating can be changed and removed, each change on record, and administrators are notified of a bad one until it is removed",
  ],
  [
    "Administrators of the customer can read the questions, answers, ratings and reviews of their organization.",
    "a bad rating has a reason, reviewers and the export see the newest one, and a reason for another rating is refused",
  ],
  [
    "Records are kept for the period the customer sets, and for ever where it sets none.",
    "everything is kept forever until a company sets a period, which cannot be below the minimum",
  ],
  [
    "A customer or the operator of the installation may connect keys for language models of third parties.",
    null,
  ],
  [
    "Questions, the passages found for them, earlier turns of the conversation and parts of uploaded documents are then sent to that provider.",
    "the prompt is the one in docs/prompt.md",
  ],
  [
    "Without such a key no question and no document is sent to a language model.",
    "an uploaded policy answers a question in its own words and cites their location",
  ],
  ["The service may change.", null],
  [
    "When these terms change, users are asked to accept the new version before they continue.",
    "acceptance is on record with both versions, time and address; a new version is requested at the next call",
  ],
  ["Each party is liable for damage it causes by intent or gross negligence.", null],
  [
    "Beyond that, liability is limited to foreseeable damage that is typical for this kind of contract.",
    null,
  ],
  ["Nothing in these terms limits liability that the law does not allow to be limited.", null],
  ["A customer can stop using the service at any time.", null],
  [
    "When the operator of the installation then deletes the customer's company, its users can no longer sign in and its documents no longer answer questions.",
    "nobody of a deleted company signs in, and its documents answer no more questions",
  ],
  [
    "What was recorded stays readable to the operator for the periods that the customer set, and for ever where it set none.",
    "a deleted company's record is readable to super admins until its period ends, and is erased then",
  ],
];

const privacy: Promises = [
  ["This policy says which personal data Footnote processes, why, and for how long.", null],
  [
    "For data of an organization's users, that organization is responsible; Footnote processes it on its behalf.",
    null,
  ],
  [
    "Account data: name, email address, role, organization, workspaces, a salted hash of the password, and, where it is set up, two-step verification.",
    "a stored password is argon2id with its own salt, and rehashed at sign-in if its parameters were weaker",
  ],
  [
    "Use: questions, answers, ratings, reviews, changes, their time and network address, and the browser of a sign-in.",
    null,
  ],
  ["Demo requests: what you enter in the form.", "every super admin gets a request in the bell and by email"],
  [
    "Visitors of websites with a Footnote widget: their questions, the answers and the time, without a name or network address; only a refused call is recorded with its network address.",
    "a visitor's question is on record as the widget's, without id, network address or name",
  ],
  [
    "To sign people in, to answer questions within their rights, to let administrators review answers and correct them, to prove later what was answered from which text, to keep the service secure, and to answer demo requests.",
    null,
  ],
  [
    "Administrators of a user's own organization see its users and their questions.",
    "a bad rating has a reason, reviewers and the export see the newest one, and a reason for another rating is refused",
  ],
  [
    "The operators of the installation can see and act in every organization; what they change or export is recorded.",
    "sign-in, good and bad, sign-out, reset, export, download, reveal and the gates leave exactly one event each",
  ],
  ["Nothing of one organization is shown to another.", "another company's administrator finds none of it"],
  [
    "Where an organization or the operator of the installation has connected a language model, the question, the passages found for it, and the earlier questions and answers of the same conversation are sent to that provider.",
    "the prompt is the one in docs/prompt.md",
  ],
  [
    "Parts of uploaded documents are sent to suggest tags and, where the installation uses such a model, to prepare the search.",
    "with a key, the model's tags replace the program's own, and invented ones are dropped",
  ],
  [
    "The asker's name, email address and role are not sent.",
    "the prompt holds nothing about the person who asks",
  ],
  [
    "The session token, its end and the user's own record are kept in the browser's local storage and removed at sign-out; a chosen light or dark appearance stays there.",
    "the privacy policy names the cookies in use, and signing out removes all of them",
  ],
  [
    "What you have typed and not yet sent is kept in the storage of the browser tab.",
    "a session that ends midway leads to the sign-in and back, with the typed question intact",
  ],
  [
    "There are four strictly necessary cookies.",
    "the privacy policy names the cookies in use, and signing out removes all of them",
  ],
  [
    "One lets the browser open documents and live updates and ends with the session.",
    "the cookie allows reads, never writes",
  ],
  [
    "Another says that this browser signed in before, so that someone who guesses passwords elsewhere cannot lock you out; it ends 180 days after the last sign-in, and at sign-out unless you chose to be remembered.",
    "signing out clears the session's cookie, and the device's unless the person chose to be remembered",
  ],
  [
    "The third is set only when you sign in with your company account: it brings you back from there and ends after ten minutes at most.",
    "an attempt's cookie belongs to its browser and ends with it, after ten minutes at most",
  ],
  [
    "The fourth holds the number of your organization, so that the same server answers it each time; it opens nothing, and ends with the session.",
    "the cookie that names the company comes with the session, leaves with it, and opens nothing",
  ],
  [
    "There are no advertising or tracking cookies.",
    "the privacy policy names the cookies in use, and signing out removes all of them",
  ],
  [
    "A widget on another website keeps a random id in the storage of the browser tab, which limits questions and is not recorded.",
    "a visitor's question is on record as the widget's, without id, network address or name",
  ],
  [
    "Questions and answers, documents that are no longer in force, and the details of the audit record are kept for the period that your organization sets, and forever where it sets none; then they are erased, and only the fact that they were there stays on record.",
    "due data is erased with its salt; log, proof and bundle verify and name the time and period",
  ],
  [
    "Your organization can hold them longer, for a stated reason.",
    "no statement from a company's login erases anything or makes it due",
  ],
  [
    "A deactivated account can no longer sign in; your organization can replace its name with a pseudonym for good.",
    "an erased person has a pseudonym in one row; their answers are proved as before, without their name",
  ],
  [
    "Demo requests are kept until the operator of the installation deletes them, or for the period that the operator sets; only the fact that a request was sent and deleted stays on record, with the network address it came from.",
    "a deleted request is gone everywhere, with its notes and notifications; that it existed stays on record",
  ],
  [
    "A session ends at sign-out or when its time is over.",
    "an expired session is refused, both as header and as cookie",
  ],
  [
    "Organizations are separated in the database itself.",
    "row-level security is on and forced on every table except those without a company",
  ],
  [
    "Passwords are hashed with a memory-hard function, stored keys are encrypted, and every access to a temporary password is recorded.",
    "a stored password is argon2id with its own salt, and rehashed at sign-in if its parameters were weaker",
  ],
  [
    "You can ask your organization's administrator for access to your data, for correction, and, as far as the duty to keep records allows, for deletion.",
    "an erased person has a pseudonym in one row; their answers are proved as before, without their name",
  ],
  ["You can complain to the data protection authority of your country.", null],
];

function sentencesOf(page: () => React.ReactElement): string[] {
  const html = renderToStaticMarkup(createElement(page)).replaceAll("&#x27;", "'").replaceAll("&quot;", '"');
  return [...html.matchAll(/<p>(.*?)<\/p>/gs)].flatMap(([, text = ""]) => text.split(/(?<=\.) /));
}

const titles = new Set(
  globSync(["{contract,engine,reading,server,web,testing}/**/*.test.ts", "e2e/*.spec.ts"]).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\btest(?:\.\w+)?\(\s*"((?:[^"\\]|\\.)+)"/g)].map(
      ([, title = ""]) => title,
    ),
  ),
);

test.each([
  ["terms", TermsOfService, terms, termsVersion, "2026-11-26 10ddd93c8569bc9b"],
  ["privacy", PrivacyPolicy, privacy, privacyVersion, "2026-11-28 297361edc5652deb"],
] as const)(
  "each promise in the %s is performed by a test, and a changed text has a new version",
  (_name, page, promises, version, digest) => {
    const sentences = sentencesOf(page);
    expect(sentences).toEqual(promises.map(([sentence]) => sentence));
    for (const [sentence, title] of promises) if (title !== null) expect(titles, sentence).toContain(title);
    // a text that changes takes the day of its change as its version, so that everyone is asked again
    const hash = createHash("sha256").update(sentences.join(" ")).digest("hex").slice(0, 16);
    expect(`${version} ${hash}`).toBe(digest);
  },
);
