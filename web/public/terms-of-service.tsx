import { termsVersion } from "#contract/identity/sessions.ts";
import { Frame } from "./frame.tsx";
import { LegalDates } from "./legal-dates.tsx";

export function TermsOfService() {
  return (
    <Frame>
      <article className="document">
        <h1>Terms of Service</h1>
        <LegalDates changed={termsVersion} />
        <p>
          These terms govern the use of Footnote by organizations ("customers") and by the people they invite
          ("users"). By accepting them you agree to them for yourself and, where you act for an organization,
          for that organization.
        </p>
        <h2>1. The service</h2>
        <p>
          Footnote answers questions from documents that a customer uploads. Each sentence of an answer points
          to a passage of those documents. What a model writes that no passage supports is removed, and the
          answer says so. When the documents do not answer a question, the service says so.
        </p>
        <h2>2. No professional advice</h2>
        <p>
          Answers are a way into the customer's own documents. They are not legal, medical, financial or other
          professional advice. Users open the cited source before they act on an answer that matters.
        </p>
        <h2>3. Accounts</h2>
        <p>
          An account belongs to one person. Users keep their password to themselves, do not use another
          person's account, and tell their administrator immediately when they believe that someone else knows
          it. Administrators invite, change and deactivate accounts of their own organization.
        </p>
        <h2>4. Documents</h2>
        <p>
          The customer keeps all rights in its documents. It allows the service to store, read, index and
          quote them for the customer's own users. The customer uploads only what it may use for this purpose.
        </p>
        <h2>5. Acceptable use</h2>
        <p>
          Users do not try to reach data of other organizations, to get around limits, to disturb the service,
          or to upload files made to do harm. They do not enter personal data of third parties that a question
          does not need.
        </p>
        <h2>6. Records</h2>
        <p>
          Questions, answers, the passages they were made from, ratings, reviews, sign-ins and changes are
          recorded with their time. A recorded question, its answer and its passages are not altered
          afterwards. Whoever asked may change or take back the rating, and a reviewer may revise a review;
          each such change is recorded too. Administrators of the customer can read the questions, answers,
          ratings and reviews of their organization. Records are kept for the period the customer sets, and
          for ever where it sets none.
        </p>
        <h2>7. Language models</h2>
        <p>
          A customer or the operator of the installation may connect keys for language models of third
          parties. Questions, the passages found for them, earlier turns of the conversation and parts of
          uploaded documents are then sent to that provider. Without such a key no question and no document is
          sent to a language model.
        </p>
        <h2>8. Changes</h2>
        <p>
          The service may change. When these terms change, users are asked to accept the new version before
          they continue.
        </p>
        <h2>9. Liability</h2>
        <p>
          Each party is liable for damage it causes by intent or gross negligence. Beyond that, liability is
          limited to foreseeable damage that is typical for this kind of contract. Nothing in these terms
          limits liability that the law does not allow to be limited.
        </p>
        <h2>10. End</h2>
        <p>
          A customer can stop using the service at any time. When the operator of the installation then
          deletes the customer's company, its users can no longer sign in and its documents no longer answer
          questions. What was recorded stays readable to the operator for the periods that the customer set,
          and for ever where it set none.
        </p>
        <a href="/" className="button">
          Back to home
        </a>
      </article>
    </Frame>
  );
}
