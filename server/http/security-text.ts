import type { FastifyInstance } from "fastify";

/** RFC 9116 wants an expiry, best less than a year away: each answer renews it, so that only a dead server's runs out. */
const validDays = 180;

/** `/.well-known/security.txt`: whom to tell about a vulnerability of this installation. */
export function serveSecurityText(
  app: FastifyInstance,
  { contact, publicUrl, now }: { contact: string; publicUrl: string; now: () => Date },
): void {
  const path = "/.well-known/security.txt";
  app.get(path, (_request, reply) => {
    const expires = new Date(now().getTime() + validDays * 86_400_000).toISOString();
    const lines = [`Contact: ${contact}`, `Expires: ${expires}`, `Canonical: ${publicUrl}${path}`];
    return reply.type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
  });
}
