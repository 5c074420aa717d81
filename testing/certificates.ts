import { randomBytes } from "node:crypto";
import * as x509 from "@peculiar/x509";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const hourMs = 3_600_000;

/** A private certificate authority, as companies run, and certificates that it issues for names and addresses. */
export async function makeAuthority(commonName = "Test authority") {
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: randomBytes(8).toString("hex"),
    name: `CN=${commonName}`,
    notBefore: new Date(Date.now() - hourMs),
    notAfter: new Date(Date.now() + 24 * hourMs),
    keys,
    signingAlgorithm: algorithm,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  });
  return {
    ca: authority.toString("pem"),
    async issue(...hosts: string[]): Promise<{ key: string; cert: string }> {
      const own = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
      const names = hosts.map(
        (host) => ({ type: /^[\d.]+$/.test(host) ? "ip" : "dns", value: host }) as const,
      );
      const certificate = await x509.X509CertificateGenerator.create({
        serialNumber: randomBytes(8).toString("hex"),
        subject: "CN=Receiver",
        issuer: authority.subject,
        notBefore: new Date(Date.now() - hourMs),
        notAfter: new Date(Date.now() + 24 * hourMs),
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [new x509.SubjectAlternativeNameExtension(names)],
      });
      return {
        key: x509.PemConverter.encode(await crypto.subtle.exportKey("pkcs8", own.privateKey), "PRIVATE KEY"),
        cert: certificate.toString("pem"),
      };
    },
  };
}
