import { createHash } from "node:crypto";
import scalar from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import { describeApi } from "./describe-api.ts";
import { describePrograms } from "./describe-programs.ts";

const page = "/api/docs";

export const programsDocument = "/api/v1/openapi.json";

/**
 * What is the same for every server of a process, as bytes: a text of megabytes would be encoded anew for each of a
 * thousand calls that nobody reads.
 */
let documents: Map<string, Buffer> | null = null;
let script: Buffer | null = null;

/** The documents by path. */
const documentsOfContract = () =>
  (documents ??= new Map([
    ["/api/openapi.json", Buffer.from(JSON.stringify(describeApi()))],
    [programsDocument, Buffer.from(JSON.stringify(describePrograms()))],
  ]));

/**
 * `GET /api/v1/openapi.json` for programs, `GET /api/openapi.json` with every call, and a page for both at `/api/docs`
 * that loads nothing from other sites.
 */
export async function serveApiReference(app: FastifyInstance): Promise<void> {
  for (const [path, document] of documentsOfContract())
    app.get(path, async (_request, reply) => reply.type("application/json").send(document));
  await app.register(async (reader) => {
    reader.addHook("onSend", async (_request, reply, body) => {
      if (typeof body !== "string") return body;
      const type = String(reply.getHeader("content-type"));
      if (type.startsWith("text/html")) reply.header("content-security-policy", policyFor(body));
      return type.startsWith("application/javascript") ? (script ??= Buffer.from(body)) : body;
    });
    await reader.register(scalar, {
      routePrefix: page,
      configuration: {
        sources: [
          { title: "For programs", slug: "programs", url: programsDocument, default: true },
          { title: "All calls", slug: "all", url: "/api/openapi.json" },
        ],
        pageTitle: "Footnote API",
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
        hideClientButton: true,
        showDeveloperTools: "never",
        authentication: { preferredSecurityScheme: ["apiKey", "session"] },
        defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
      },
    });
  });
}

/** Only the page's own inline scripts; the reader sets its styles itself. */
function policyFor(html: string): string {
  const hashes = inlineScriptsOf(html).map(
    (script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function inlineScriptsOf(html: string): string[] {
  return html.split("<script").flatMap((part, index) => {
    const start = part.indexOf(">") + 1;
    const isInline = index > 0 && !part.slice(0, start).includes(" src=");
    return isInline ? [part.slice(start, part.indexOf("</script>"))] : [];
  });
}
