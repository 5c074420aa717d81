import { startEngine } from "./engine.ts";
import { loadDocument } from "./pdf.ts";

/** At 150 dpi a dense page takes 2.5 s of OCR on one core; 300 is slower and no more accurate (measured). */
const DOTS_PER_POINT = 150 / 72;
/** An A3 page has 4.3 million pixels at that resolution; a poster is drawn at a lower one. */
const MAX_PIXELS = 5_000_000;
const GRAY = 1;
const WHITE = 0xffffffff;
const ANNOTATIONS = 1;

/** Draws pages (from 1) as PGM pictures, one at a time; skips a page that can't be drawn. */
export async function* renderPages(
  bytes: Uint8Array,
  pages: number[],
): AsyncGenerator<{ page: number; picture: Buffer }> {
  const engine = await startEngine();
  const doc = loadDocument(engine, bytes);
  for (const number of pages) {
    const page = engine.FPDF_LoadPage(doc, number - 1);
    if (page === 0) continue;
    const points = { width: engine.FPDF_GetPageWidthF(page), height: engine.FPDF_GetPageHeightF(page) };
    const scale = Math.min(DOTS_PER_POINT, Math.sqrt(MAX_PIXELS / (points.width * points.height)));
    const width = Math.max(1, Math.floor(points.width * scale));
    const height = Math.max(1, Math.floor(points.height * scale));
    const map = width * height > MAX_PIXELS * 2 ? 0 : engine.FPDFBitmap_CreateEx(width, height, GRAY, 0, 0);
    if (map !== 0) {
      engine.FPDFBitmap_FillRect(map, 0, 0, width, height, WHITE);
      engine.FPDF_RenderPageBitmap(map, page, 0, 0, width, height, 0, ANNOTATIONS);
      const stride = engine.FPDFBitmap_GetStride(map);
      const start = engine.FPDFBitmap_GetBuffer(map);
      const rows = Array.from({ length: height }, (_, row) => engine.copy(start + row * stride, width));
      engine.FPDFBitmap_Destroy(map);
      yield {
        page: number,
        picture: Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`, "latin1"), ...rows]),
      };
    }
    engine.FPDF_ClosePage(page);
  }
}
