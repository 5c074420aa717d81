import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { acceptTerms } from "#contract/identity/sessions.ts";
import { nameYourself } from "#contract/identity/users.ts";
import { NameFields } from "#web/identity/users/person-fields.tsx";
import { callApi } from "#web/kernel/api.ts";
import { useSession } from "#web/kernel/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Modal } from "#web/ui/modal.tsx";
import classes from "./terms-dialog.module.css";

/** Blocking: the user can do nothing else until both documents are accepted (docs/specification/access.md). */
export default function TermsDialog() {
  const { user, refresh, signOut } = useSession();
  const [isNameless] = useState(user !== null && user.firstName === "" && user.lastName === "");
  const [name, setName] = useState({ firstName: "", lastName: "" });
  const [terms, setTerms] = useState(false);
  const [privacy, setPrivacy] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const accept = async () => {
    if (!terms || !privacy) {
      toastError(
        "Acceptance Required",
        "Please accept both the Terms of Service and Privacy Policy to continue.",
      );
      return;
    }
    setBusy(true);
    try {
      if (name.firstName.trim() !== "" || name.lastName.trim() !== "") await callApi(nameYourself, name);
      await callApi(acceptTerms);
      toast("Thank you", "Your acceptance has been recorded.");
      await refresh();
    } catch {
      toastError("Error", "Failed to save your acceptance. Please try again.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <main id="main">
      <Modal
        opened
        onClose={() => undefined}
        title="Welcome to Footnote"
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        size="lg"
      >
        <p className={classes.lead}>
          Before you begin, please read and accept how Footnote is used. In short:
        </p>
        <div className={classes.summary} tabIndex={0} role="region" aria-label="Summary of the terms">
          <h3>What Footnote does</h3>
          <p>
            It answers questions from the documents your organization uploaded, and shows for every sentence
            the passage it rests on. It does not replace professional advice: open the source before you act
            on an answer that matters.
          </p>
          <h3>What is recorded</h3>
          <p>
            Your questions, the answers you received, the passages they were made from, your ratings and your
            sign-ins are kept with their time. Administrators of your organization can read your questions,
            answers and ratings. A recorded answer is not changed afterwards; you may change or take back a
            rating, and each change is kept too.
          </p>
          <h3>What you agree to</h3>
          <p>
            Use your own account only. Do not enter personal data of customers that the question does not
            need. Do not try to reach what your role does not show you.
          </p>
          <h3>Your data</h3>
          <p>
            Your name, email address and activity are processed to run the service for your organization. If
            your organization or the operator has connected a language model, the question, the passages found
            for it and earlier turns of the conversation are sent to that provider; your name and address are
            not.
          </p>
        </div>
        {isNameless && (
          <div className={classes.name}>
            <NameFields person={name} onChange={(part) => setName((all) => ({ ...all, ...part }))} isOwn />
            <p>Your name stands in lists and on the record. Without one, your address does.</p>
          </div>
        )}
        <div className={classes.checks}>
          <Checkbox
            checked={terms}
            onChange={(event) => setTerms(event.currentTarget.checked)}
            label={
              <>
                I accept the{" "}
                <a href="/terms-of-service" target="_blank" rel="noopener">
                  Terms of Service
                </a>
              </>
            }
          />
          <Checkbox
            checked={privacy}
            onChange={(event) => setPrivacy(event.currentTarget.checked)}
            label={
              <>
                I accept the{" "}
                <a href="/privacy-policy" target="_blank" rel="noopener">
                  Privacy Policy
                </a>
              </>
            }
          />
        </div>
        <div className={classes.actions}>
          <Button tone="quiet" onClick={() => void signOut()}>
            Logout
          </Button>
          <Button tone="primary" disabled={isBusy} onClick={() => void accept()}>
            {isBusy ? "Accepting..." : "Accept & Continue"}
          </Button>
        </div>
      </Modal>
    </main>
  );
}
