import type { Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";

const notAccepted =
  "Your identity provider's response was not accepted. Start again; if that does not help, ask your administrator.";
const clocksApart =
  "The clock of your identity provider and ours are more than two minutes apart, or its response is too old. Start again; if that does not help, ask your administrator to check the clock.";
const noAccount = "You have no account here yet. Ask your administrator to add you.";

/**
 * Why a sign-in is refused: the sentence for the person, who may be an attacker, and the one for the company's record.
 * Neither repeats anything of a response, which anyone can make up.
 */
const refusals = {
  unreadable: {
    person: notAccepted,
    record: "The response isn't a SAML 2.0 response with one complete assertion.",
  },
  incomplete: {
    person: notAccepted,
    record:
      "The signed assertion lacks a part, or has one twice: a subject confirmed for its bearer, conditions with an end, or an authentication statement (AuthnStatement).",
  },
  slow: { person: notAccepted, record: "The response took too long to check." },
  signature: {
    person: notAccepted,
    record: "None of the certificates entered here verifies the assertion's signature, or it isn't signed.",
  },
  algorithm: {
    person:
      "Your identity provider signs with an outdated algorithm. Ask your administrator to set its signatures to SHA-256.",
    record: "The signature or its digest uses another algorithm than SHA-256 or SHA-512.",
  },
  certificate: {
    person:
      "The certificate of your identity provider has expired here. Ask your administrator to enter the current one.",
    record: "Every certificate entered here for the identity provider has expired.",
  },
  encrypted: {
    person:
      "Your identity provider encrypted its response, but no key of your company can decrypt it. Ask your administrator to make a key here and enter its certificate at the provider, or to turn off encryption of assertions.",
    record: "The assertion is encrypted, and the company has no key for it.",
  },
  cipher: {
    person:
      "Your identity provider encrypts with an algorithm that is not accepted. Ask your administrator to choose RSA-OAEP, with AES-GCM or AES-CBC.",
    record: "The assertion is encrypted with another algorithm than RSA-OAEP with AES-GCM or AES-CBC.",
  },
  canceled: {
    person: "Your identity provider did not sign you in. Start again.",
    record: "The identity provider reported that it signed nobody in.",
  },
  issuer: {
    person: notAccepted,
    record: "The issuer isn't the entity ID entered here for the identity provider.",
  },
  audience: {
    person:
      "Your identity provider's response was issued for another application. Ask your administrator to compare the entity ID.",
    record: "The audience isn't the entity ID of this company's service provider.",
  },
  recipient: {
    person:
      "Your identity provider's response was issued for another address. Ask your administrator to compare the reply address (ACS).",
    record: "The recipient or destination isn't this company's reply address (ACS).",
  },
  early: {
    person: clocksApart,
    record:
      "The assertion isn't valid yet: the identity provider's clock is more than two minutes ahead of this server's.",
  },
  expired: {
    person: clocksApart,
    record:
      "The assertion has expired: it was sent late, or the identity provider's clock is more than two minutes behind this server's.",
  },
  unsolicited: {
    person:
      "Sign-in starts here, not at your identity provider. Open the sign-in page and choose “Use your company account”.",
    record: "The response answers no request: sign-in was started at the identity provider.",
  },
  subject: {
    person:
      "Your identity provider sent no lasting identifier for you: a temporary one, or one that can be reassigned. Ask your administrator to send a persistent NameID, or to name the attribute that identifies a person.",
    record:
      "The assertion has no persistent NameID, or not exactly one value of the attribute chosen for it.",
  },
  request: {
    person: "This sign-in was started in another browser, or was replaced by a newer one. Start again.",
    record: "The response answers another request than the browser's latest.",
  },
  replay: {
    person: "This sign-in has already been used. Start again.",
    record: "The assertion was used before.",
  },
  busy: {
    person: "Too many people from your company are signing in right now. Wait a moment and start again.",
    record: "Too many responses of the company were waiting to be checked, or the server was too busy.",
  },
  off: {
    person: "Single sign-on has been turned off. Sign in with your password.",
    record: "Single sign-on, or this protocol, was turned off before the response came.",
  },
  browser: {
    person: "This sign-in took longer than ten minutes, or was started in another browser. Start again.",
    record: "The browser had no sign-in in progress: started elsewhere, or more than ten minutes earlier.",
  },
  absent: {
    person: notAccepted,
    record: "The browser returned without a checked response, or more than a minute after the check.",
  },
  protocol: {
    person: notAccepted,
    record: "The company changed its sign-on protocol during the sign-in.",
  },
  tokens: {
    person: notAccepted,
    record: "The OpenID Connect code or ID token failed a check; the server's log has the details.",
  },
  unconfirmed: {
    person: "Your identity provider did not confirm your email address. Ask your administrator.",
    record: "The identity provider sent no email address, several, or an unverified one for a new person.",
  },
  domain: {
    person: "Your company has not verified the domain of your email address. Ask your administrator.",
    record: "The new person's email address is outside the domains that the company has verified.",
  },
  account: {
    person: noAccount,
    record: "The person has no account, and single sign-on doesn't create accounts here.",
  },
  taken: {
    person: noAccount,
    record: "The email address has an account that can't be linked to this person at the identity provider.",
  },
  inactive: {
    person: "Your account is switched off. Ask your administrator.",
    record: "The person's account is switched off.",
  },
} as const;

export type Reason = keyof typeof refusals;
export const reasons = Object.keys(refusals) as [Reason, ...Reason[]];

/** A sign-in that the provider's response does not give. */
export class SignOnRefusal extends AppError {
  readonly reason: Reason;
  constructor(reason: Reason, cause?: unknown) {
    super("unauthenticated", refusals[reason].person, { isRecorded: true, cause });
    this.reason = reason;
  }
}

/** Puts the reason on the record of the company that the sign-in was for. */
export async function recordSignOnRefusal(
  caller: Caller,
  companyId: number,
  { reason }: SignOnRefusal,
): Promise<void> {
  await caller.transact((ctx) => {
    ctx.audit({
      action: "sign-on.refuse",
      target: { type: "sign-on", id: companyId },
      company: companyId,
      after: { reason, because: refusals[reason].record },
      result: "refused",
    });
    return Promise.resolve();
  });
}
