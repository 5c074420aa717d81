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
