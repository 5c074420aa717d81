import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const getHealth = endpoint({
  method: "GET",
  path: "/api/health",
  permission: "public",
  summary: "200 when the program can serve",
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
  summary: "200 while the process works",
  details: "Asks nothing else: a database that is away is no reason to restart the program.",
  output: z.object({ status: z.literal("ok") }),
});

export const getReadiness = endpoint({
  method: "GET",
  path: "/api/health/ready",
  permission: "public",
  summary: "200 when calls can be served",
  details: "Asks the database; 503 while it does not answer.",
  output: z.object({ status: z.literal("ok") }),
});
