/**
 * Our names for a company's identity provider. Each company has its own: an assertion made for one is not valid for another,
 * even if both use the same provider.
 */
export function addressesOf(publicUrl: string, companyId: number) {
  const base = `${publicUrl}/api/auth/sign-on/saml/${companyId}`;
  // the metadata's address is the entity ID (SAML metadata, 4.1)
  return { entityId: `${base}/metadata`, acsUrl: base, metadataUrl: `${base}/metadata` };
}
