import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";

export const about = "Whether the program can serve";

export const getHealth = endpoint({
  method: "GET",
  path: "/api/health",
  permission: "public",
  summary: "200 when the program can serve calls",
  output: z.object({
    status: z.literal("ok"),
    version: z.string(),
    database: z.enum(["embedded", "external"]),
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
    "Checks the database; 503 while it does not respond, and from the moment the server is told to stop.",
  output: z.object({ status: z.literal("ok") }),
});
