import { privacyVersion } from "#contract/identity/sessions.ts";
import { Frame } from "./frame.tsx";
import { LegalDates } from "./legal-dates.tsx";

export function PrivacyPolicy() {
  return (
    <Frame>
      <article className="document">
        <h1>Privacy Policy</h1>
        <LegalDates changed={privacyVersion} />
        <p>
          This policy says which personal data Footnote processes, why, and for how long. For data of an
          organization's users, that organization is responsible; Footnote processes it on its behalf.
        </p>
        <h2>1. What is processed</h2>
        <p>
          Account data: name, email address, role, organization, workspaces, a salted hash of the password,
          and, where it is set up, two-step verification. Use: questions, answers, ratings, reviews, changes,
          their time and network address, and the browser of a sign-in. Demo requests: what you enter in the
          form. Visitors of websites with a Footnote widget: their questions, the answers and the time,
          without a name or network address; only a refused call is recorded with its network address.
        </p>
        <h2>2. Why it is processed</h2>
        <p>
          To sign people in, to answer questions within their rights, to let administrators review answers and
          correct them, to prove later what was answered from which text, to keep the service secure, and to
          answer demo requests.
        </p>
        <h2>3. Who sees it</h2>
        <p>
          Administrators of a user's own organization see its users and their questions. The operators of the
          installation can see and act in every organization; what they change or export is recorded. Nothing
          of one organization is shown to another.
        </p>
        <h2>4. Language models</h2>
        <p>
          Where an organization or the operator of the installation has connected a language model, the
          question, the passages found for it, and the earlier questions and answers of the same conversation
          are sent to that provider. Parts of uploaded documents are sent to suggest tags and, where the
          installation uses such a model, to prepare the search. The asker's name, email address and role are
          not sent.
        </p>
        <h2>5. In the browser</h2>
        <p>
          The session token, its end and the user's own record are kept in the browser's local storage and
          removed at sign-out; a chosen light or dark appearance stays there. What you have typed and not yet
          sent is kept in the storage of the browser tab. There are four strictly necessary cookies. One lets
          the browser open documents and live updates and ends with the session. Another says that this
          browser signed in before, so that someone who guesses passwords elsewhere cannot lock you out; it
          ends 180 days after the last sign-in, and at sign-out unless you chose to be remembered. The third
          is set only when you sign in with your company account: it brings you back from there and ends after
          ten minutes at most. The fourth holds the number of your organization, so that the same server
          answers it each time; it opens nothing, and ends with the session. There are no advertising or
          tracking cookies. A widget on another website keeps a random id in the storage of the browser tab,
          which limits questions and is not recorded.
        </p>
        <h2>6. How long it is kept</h2>
        <p>
          Questions and answers, documents that are no longer in force, and the details of the audit record
          are kept for the period that your organization sets, and forever where it sets none; then they are
          erased, and only the fact that they were there stays on record. Your organization can hold them
          longer, for a stated reason. A deactivated account can no longer sign in; your organization can
          replace its name with a pseudonym for good. Demo requests are kept until the operator of the
          installation deletes them, or for the period that the operator sets; only the fact that a request
          was sent and deleted stays on record, with the network address it came from. A session ends at
          sign-out or when its time is over.
        </p>
        <h2>7. Security</h2>
        <p>
          Organizations are separated in the database itself. Passwords are hashed with a memory-hard
          function, stored keys are encrypted, and every access to a temporary password is recorded.
        </p>
        <h2>8. Your rights</h2>
        <p>
          You can ask your organization's administrator for access to your data, for correction, and, as far
          as the duty to keep records allows, for deletion. You can complain to the data protection authority
          of your country.
        </p>
        <a href="/" className="button">
          Back to home
        </a>
      </article>
    </Frame>
  );
}
