import { notAccepted } from "../claims.ts";

/** Why a response is refused, as the record shows it, and the sentence for the person. */
const sentences = {
  unreadable: notAccepted,
  signature: notAccepted,
  algorithm:
    "Your identity provider signs with an outdated algorithm. Ask your administrator to set its signatures to SHA-256.",
  certificate:
    "The certificate of your identity provider has expired here. Ask your administrator to enter the current one.",
  encrypted:
    "Your identity provider encrypted its response, but no key of your company can decrypt it. Ask your administrator to make a key here and enter its certificate at the provider, or to turn off encryption of assertions.",
  cipher:
    "Your identity provider encrypts with an algorithm that is not accepted. Ask your administrator to choose RSA-OAEP, with AES-GCM or AES-CBC.",
  canceled: "Your identity provider did not sign you in. Start again.",
  issuer: notAccepted,
  audience:
    "Your identity provider's response was issued for another application. Ask your administrator to compare the entity ID.",
  recipient:
    "Your identity provider's response was issued for another address. Ask your administrator to compare the reply address (ACS).",
  clock:
    "The clock of your identity provider and ours are more than two minutes apart, or its response is too old. Start again; if that does not help, ask your administrator to check the clock.",
  unsolicited:
    "Sign-in starts here, not at your identity provider. Open the sign-in page and choose “Use your company account”.",
  subject:
    "Your identity provider sent no lasting identifier for you: a temporary one, or one that can be reassigned. Ask your administrator to send a persistent NameID, or to name the attribute that identifies a person.",
  request: "This sign-in was started in another browser, or was replaced by a newer one. Start again.",
  replay: "This sign-in has already been used. Start again.",
  busy: "Too many people from your company are signing in right now. Wait a moment and start again.",
  off: "Single sign-on has been turned off. Sign in with your password.",
} as const;

export type Reason = keyof typeof sentences;
export const reasons = Object.keys(sentences) as [Reason, ...Reason[]];
export const sentenceOf = (reason: Reason): string => sentences[reason];

/** The response is refused; the message is for the log. */
export class Refusal extends Error {
  readonly reason: Reason;
  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }
}
