import type { SamlSettings } from "#contract/identity/sign-on.ts";
import { readStrictly } from "./check-envelope.ts";

const metadataNamespace = "urn:oasis:names:tc:SAML:2.0:metadata";
const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/**
 * The contents of an identity provider's metadata (SAML metadata, 2.3 and 2.4). Its signature, if any, is not
 * checked: the administrator vouches for the document.
 * @throws Refusal unreadable; @returns a sentence if something is missing
 */
export function readProviderMetadata(xml: string): SamlSettings | { refused: string } {
  const entityIds: string[] = [];
  let signInUrl = "";
  const certificates: string[] = [];
  let isSigning = false;
  readStrictly(xml, {
    open(tag, path) {
      const attribute = (name: string) => tag.attributes[name]?.value ?? "";
      if (tag.local === "EntityDescriptor" && tag.uri === metadataNamespace)
        entityIds.push(attribute("entityID"));
      if (!isProvider(path)) return;
      if (tag.local === "KeyDescriptor") isSigning = attribute("use") !== "encryption";
      if (tag.local === "X509Certificate" && isSigning) certificates.push("");
      if (tag.local === "SingleSignOnService" && attribute("Binding") === redirect)
        signInUrl ||= attribute("Location");
    },
    text(text, path) {
      if (isProvider(path) && path.at(-1) === "X509Certificate" && isSigning)
        certificates.push((certificates.pop() ?? "") + text);
    },
  });
  const [entityId = ""] = entityIds;
  if (entityIds.length > 1)
    return { refused: "This metadata describes several providers. Enter only the part for yours." };
  if (entityId === "") return { refused: "This is not SAML metadata: it has no entity ID." };
  if (signInUrl === "")
    return { refused: "This metadata has no sign-in address for the HTTP-Redirect binding." };
  if (certificates.length === 0)
    return { refused: "This metadata has no signing certificate. Enter it by hand." };
  return { entityId, signInUrl, certificates: [...new Set(certificates.map((one) => one.trim()))] };
}

const isProvider = (path: readonly string[]) => path.includes("IDPSSODescriptor");
