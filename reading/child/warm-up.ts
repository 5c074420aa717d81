/** One page with one line: enough to have PDFium's text functions compiled, which costs 50 ms on the first page. */
const TINY_PDF = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
4 0 obj <</Length 68>> stream
BT /F 12 Tf 20 200 Td (Ready to read.) Tj 0 -14 Td (Twice.) Tj ET    
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
trailer <</Root 1 0 R/Size 6>>
%%EOF
`;

/** Prepares a waiting child for the commonest kind: starts PDFium and compiles it. */
export async function warmUp(): Promise<void> {
  const { readPdf } = await import("#reading/extract/pdf/pdf.ts");
  await readPdf(Buffer.from(TINY_PDF, "latin1"));
}
