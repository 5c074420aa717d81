/**
 * Draws the cited words of one page under the same limits as the extraction child. Stdin carries a request whose name is
 * the page's position and the words; stdout carries the PNG, or nothing if the page lacks the words.
 */
import { cropPage } from "#reading/extract/pdf/crop.ts";
import { readInput, writeOutput } from "./pipes.ts";
import { decodeRequest } from "./wire.ts";

const request = decodeRequest(readInput());
if (request === null) process.exit(0);
const [index = "", ...words] = request.name.split(" ");
const picture = await cropPage(request.bytes, Number(index), words.join(" "));
if (picture !== null) writeOutput(picture);
process.exit(0);
