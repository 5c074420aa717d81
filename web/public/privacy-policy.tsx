import { Frame } from "./frame.tsx";

export function PrivacyPolicy() {
  return (
    <Frame>
      <article className="document">
        <h1>Privacy Policy</h1>
        <p className="updated">Last updated January 26, 2025</p>
        <p>
          This policy says which personal data Footnote processes, for what, and for how long. For data of an
          organisation's users, that organisation is responsible; Footnote processes it on its behalf.
        </p>
        <h2>1. What is processed</h2>
        <p>
          Account data: name, e-mail address, role, organisation, workspaces, and a salted hash of the
          password. Use: questions, answers, ratings, reviews, time, network address and browser of sign-ins.
          Demo requests: what you enter in the form.
        </p>
        <h2>2. What for</h2>
        <p>
          To sign people in, to answer questions within their rights, to let administrators review answers and
          correct them, to prove later what was answered from which text, to keep the service secure, and to
          answer demo requests.
        </p>
        <h2>3. Who sees it</h2>
        <p>
          Administrators of a user's own organisation see its users and their questions. Platform operators
          act for an organisation where this is needed to run the service; what they do is recorded. Nothing
          of one organisation is shown to another.
        </p>
        <h2>4. Language models</h2>
        <p>
          If an organisation has connected a language model, the question, the passages found for it and the
          earlier questions of the same conversation are sent to that provider. The asker's name, e-mail
          address and role are not sent.
        </p>
        <h2>5. In the browser</h2>
        <p>
          The session token and the user's own record are kept in the browser's local storage and removed at
          sign-out. One strictly necessary cookie lets the browser open documents and live updates. There are
          no advertising or tracking cookies.
        </p>
        <h2>6. How long</h2>
        <p>
          Account data as long as the account exists; records of questions and answers for the period the
          organisation sets; sessions until they end; demo requests until they are closed, at most two years.
        </p>
        <h2>7. Security</h2>
        <p>
          Organisations are separated in the database itself. Passwords are hashed with a memory-hard
          function, stored keys are encrypted, and every access to a temporary password is recorded.
        </p>
        <h2>8. Your rights</h2>
        <p>
          You can ask your organisation's administrator for access to your data, for correction, and, as far
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
