import { randomBytes } from "node:crypto";
import { Integer, Utf8String } from "asn1js";
import { AttributeTypeAndValue, Certificate } from "pkijs";

export type KeyPair = { key: string; certificate: string };

/** 3,072 bits: NIST SP 800-57 part 1, table 4, beyond 2030. */
const algorithm = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 3_072,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const commonName = "2.5.4.3";
/** Providers read the key from it and rarely its end; a longer one than this is what audits object to. */
const years = 3;

/** An RSA key and a certificate that it signs itself, as PEM. */
export async function makeKeyPair(name: string, now: Date): Promise<KeyPair> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = serialNumberOf(randomBytes(16));
  for (const { typesAndValues } of [certificate.issuer, certificate.subject])
    typesAndValues.push(
      new AttributeTypeAndValue({ type: commonName, value: new Utf8String({ value: name }) }),
    );
  certificate.notBefore.value = now;
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  certificate.notAfter.value = end;
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  await certificate.sign(privateKey, algorithm.hash);
  return {
    key: pem("PRIVATE KEY", await crypto.subtle.exportKey("pkcs8", privateKey)),
    certificate: pem("CERTIFICATE", certificate.toSchema(true).toBER()),
  };
}

/**
 * Positive (RFC 5280, 4.1.2.2) and without a leading zero byte: DER allows the shortest form only, and OpenSSL reads no
 * certificate with another.
 */
export function serialNumberOf(random: Buffer): Integer {
  const bytes = new Uint8Array(random);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return new Integer({ valueHex: bytes.buffer });
}

function pem(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
