import type { ExtractionPool } from "#reading/child/pool.ts";
import type { Ocr } from "#reading/ocr/tesseract.ts";
import { portOf } from "#server/kernel/port.ts";

/** The processes that read documents. */
export const extractionPort = portOf<ExtractionPool>("pool of document readers");

/** null if OCR is not installed or is switched off. */
export const ocrPort = portOf<Ocr | null>("OCR");
