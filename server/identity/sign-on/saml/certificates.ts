import { X509Certificate } from "node:crypto";
import type { SamlCertificate } from "#contract/identity/sign-on.ts";

/** 2,048 bits: NIST SP 800-131A, table 2. */
const leastBits = 2048;

/**
 * A certificate that a provider signs with, from PEM or its bare base64.
 * @returns the certificate, or a sentence if it cannot be used at that time
 */
export function readCertificate(text: string, now: Date): SamlCertificate | { refused: string } {
  const certificate = parse(text);
  if (certificate === null)
    return {
      refused: "This is not a certificate. Enter it as PEM, from BEGIN CERTIFICATE to END CERTIFICATE.",
    };
  const { publicKey, validToDate } = certificate;
  if (
    publicKey.asymmetricKeyType !== "rsa" ||
    (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < leastBits
  )
    return {
      refused: `The certificate needs an RSA key of at least ${leastBits} bits.`,
    };
  if (validToDate <= now)
    return {
      refused: `This certificate expired on ${validToDate.toISOString().slice(0, 10)}. Enter the current one.`,
    };
  return describe(certificate);
}

/** A stored one; it may have expired since. */
export function presentCertificate(pem: string): SamlCertificate {
  return describe(new X509Certificate(pem));
}

/** Those that have not expired. */
export function currentOf(pems: string[], now: Date): string[] {
  return pems.filter((pem) => new X509Certificate(pem).validToDate > now);
}

function describe(certificate: X509Certificate): SamlCertificate {
  return {
    pem: certificate.toString(),
    fingerprint: certificate.fingerprint256,
    endsAt: certificate.validToDate.toISOString(),
  };
}

function parse(text: string): X509Certificate | null {
  const bare = text.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, "").replace(/\s+/g, "");
  try {
    return new X509Certificate(Buffer.from(bare, "base64"));
  } catch {
    return null;
  }
}
