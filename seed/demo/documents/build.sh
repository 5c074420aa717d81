#!/bin/sh
# Makes the demo company's documents from source/*.md. The built files are in the repository, so that a start needs none
# of these tools: pandoc, libreoffice-writer, fonts-liberation, zip, unzip, perl (Debian names). Built with pandoc 2.17
# and LibreOffice 7.4; other versions break pages elsewhere, and the demo test names pages.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The look: pandoc's own reference document with serif text, sans headings, ruled tables and a page number below.
mkdir "$work/reference"
pandoc --print-default-data-file reference.docx > "$work/plain.docx"
(cd "$work/reference" && unzip -q "$work/plain.docx")
perl -0pi -e '
  s/<w:rFonts w:asciiTheme="major[^>]*>/<w:rFonts w:ascii="Liberation Sans" w:hAnsi="Liberation Sans" w:cs="Liberation Sans" \/>/g;
  s/<w:rFonts w:asciiTheme="minor[^>]*>/<w:rFonts w:ascii="Liberation Serif" w:hAnsi="Liberation Serif" w:cs="Liberation Serif" \/>/g;
  s/<w:spacing w:before="180" w:after="180" \/>/<w:keepLines \/><w:spacing w:before="120" w:after="140" w:line="300" w:lineRule="auto" \/>/;
  s/<w:color w:val="(?:345A8A|4F81BD)"[^>]*>/<w:color w:val="1F2A37" \/>/g;
  s/(w:styleId="Heading1".*?)w:before="480" w:after="0"(.*?)<w:sz w:val="32" \/>/$1w:before="440" w:after="120"$2<w:sz w:val="30" \/>/s;
  s/(w:styleId="Heading2".*?)w:before="200" w:after="0"(.*?)<w:sz w:val="28" \/>/$1w:before="260" w:after="60"$2<w:sz w:val="24" \/>/s;
  s/(w:styleId="Compact">.*?<w:pPr>)(.*?<\/w:pPr>)/$1<w:keepNext\/>$2<w:rPr><w:sz w:val="20"\/><\/w:rPr>/s;
  s/(<w:tblStylePr w:type="firstRow">\s*)/$1<w:rPr><w:b\/><\/w:rPr>/;
  s/(w:styleId="Table">.*?<w:tblPr>)/$1<w:tblBorders><w:top w:val="single" w:sz="4" w:color="808080"\/><w:bottom w:val="single" w:sz="4" w:color="808080"\/><w:insideH w:val="single" w:sz="4" w:color="C0C0C0"\/><w:insideV w:val="single" w:sz="4" w:color="C0C0C0"\/><w:left w:val="single" w:sz="4" w:color="808080"\/><w:right w:val="single" w:sz="4" w:color="808080"\/><\/w:tblBorders>/s;
' "$work/reference/word/styles.xml"
perl -0pi -e 's/<w:sectPr \/>/<w:sectPr><w:footerReference w:type="default" r:id="rIdFooter"\/><w:pgSz w:w="12240" w:h="15840"\/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"\/><\/w:sectPr>/' "$work/reference/word/document.xml"
perl -0pi -e 's/<\/Relationships>/<Relationship Id="rIdFooter" Type="http:\/\/schemas.openxmlformats.org\/officeDocument\/2006\/relationships\/footer" Target="footer1.xml"\/><\/Relationships>/' "$work/reference/word/_rels/document.xml.rels"
perl -0pi -e 's/<\/Types>/<Override PartName="\/word\/footer1.xml" ContentType="application\/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml"\/><\/Types>/' "$work/reference/[Content_Types].xml"
cat > "$work/reference/word/footer1.xml" <<'XML'
<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:ftr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:rPr><w:sz w:val="18"/></w:rPr><w:t xml:space="preserve">Corvane Electronics, Inc. · Internal use · Page </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p></w:ftr>
XML
(cd "$work/reference" && zip -q -r "$work/reference.docx" .)

# pandoc adds an empty part for comments, which a reader would report as comments not read
word() {
  pandoc "source/$1.md" --reference-doc "$work/reference.docx" -o "$work/$1.docx"
  rm -rf "$work/parts" && mkdir "$work/parts"
  (cd "$work/parts" && unzip -q "$work/$1.docx" && rm word/comments.xml && rm "$work/$1.docx")
  perl -pi -e 's/<Relationship [^>]*comments\.xml"[^>]*>//g' "$work/parts/word/_rels/document.xml.rels"
  perl -pi -e 's/<Override [^>]*comments\.xml"[^>]*>//g' "$work/parts/[Content_Types].xml"
  (cd "$work/parts" && zip -q -r "$work/$1.docx" .)
}
office() { soffice --headless "-env:UserInstallation=file://$work/profile" --convert-to "$2" --outdir . "$work/$1.docx" > /dev/null; }

for name in returns-and-refunds-policy stride-installment-plan-policy fee-schedule-2026 partner-settlement-manual carecover-claims-procedure-manual; do
  word "$name" && office "$name" pdf
done
for name in payment-methods-policy state-supplements-to-carecover-contracts; do
  word "$name" && office "$name" "doc:MS Word 97"
done
for name in warranty-and-carecover-handbook gift-card-terms-and-handling-guide billing-disputes-and-chargebacks-procedure collections-and-hardship-policy; do
  word "$name" && cp "$work/$name.docx" .
done
for name in circular-2023-07-late-fees sales-tax-and-invoice-guide repair-network-service-levels holiday-promotion-rules-2025; do
  pandoc "source/$name.md" --standalone --to plain --wrap=none -o "$name.txt"
done
ls -l ./*.pdf ./*.doc ./*.docx ./*.txt
