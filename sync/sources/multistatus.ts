import { SaxesParser } from "saxes";

const dav = "DAV:";

export type Resource = {
  /** As the server wrote it: a path or a whole address, percent-encoded. */
  href: string;
  isCollection: boolean;
  bytes: number;
  etag: string;
  modified: string;
};

type Properties = Omit<Resource, "href">;
const none: Properties = { isCollection: false, bytes: 0, etag: "", modified: "" };

/** The resources of a multistatus body (RFC 4918, 14.16), with the properties whose status is 200. @throws Error if it is not one */
export function readMultistatus(body: string): Resource[] {
  const resources: Resource[] = [];
  const path: string[] = [];
  let resource: Resource = { href: "", ...none };
  let found: Partial<Properties> = {};
  let status = "";
  let text = "";
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ uri, local }) => {
    const name = uri === dav ? local : "";
    path.push(name);
    text = "";
    if (name === "response") resource = { href: "", ...none };
    if (name === "propstat") {
      found = {};
      status = "";
    }
    if (name === "collection" && path.at(-2) === "resourcetype") found.isCollection = true;
  });
  parser.on("text", (piece) => (text += piece));
  parser.on("cdata", (piece) => (text += piece));
  parser.on("closetag", () => {
    const name = path.pop();
    const value = text.trim();
    const parent = path.at(-1);
    if (name === "href" && parent === "response") resource.href = value;
    if (name === "status" && parent === "propstat") status = value;
    if (parent === "prop") {
      if (name === "getcontentlength") found.bytes = Number(value);
      if (name === "getetag") found.etag = value;
      if (name === "getlastmodified") found.modified = value;
    }
    if (name === "propstat" && /^HTTP\/\d(?:\.\d)? 200\b/.test(status)) Object.assign(resource, found);
    if (name === "response") resources.push(resource);
    text = "";
  });
  parser.write(body).close();
  if (resources.length === 0) throw new Error("the WebDAV server sent no resource");
  return resources;
}
