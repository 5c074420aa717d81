import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";

export const about = "Whether the program can serve";

/** A part that keeps the installation from working as it should. */
export const Trouble = z.enum(["clock", "disk"]);
export type Trouble = z.output<typeof Trouble>;

export const getHealth = endpoint({
  method: "GET",
  path: "/api/health",
  permission: "public",
  summary: "200 when the program can serve calls",
  output: z.object({
    status: z.literal("ok"),
    version: z.string(),
    database: z.enum(["embedded", "external"]),
    troubles: z
      .array(Trouble)
      .describe(
        "`clock`: this machine's and the database's are apart; `disk`: full, nothing can be saved. Operation and the log have a sentence on each",
      ),
  }),
});

export const getLiveness = endpoint({
  method: "GET",
  path: "/api/health/live",
  permission: "public",
  summary: "200 while the process is running",
  details: "Checks nothing else: an unreachable database is no reason to restart the program.",
  output: z.object({ status: z.literal("ok") }),
});

export const getReadiness = endpoint({
  method: "GET",
  path: "/api/health/ready",
  permission: "public",
  summary: "200 when calls can be served",
  details:
    "Checks the database; 503 while it does not respond or its disk is full, and from the moment the server is told to stop.",
  output: z.object({ status: z.literal("ok") }),
});
