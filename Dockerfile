# Written without a container engine at hand: no image has been built from this file yet.
#
#   docker build -t kontor .
#   docker run --init -p 8080:8080 -v kontor-data:/data kontor
#
# Without DATABASE_URL the database that comes with Kontor lives in /data. compose.yaml shows a separate one.

FROM node:26-bookworm-slim AS base
RUN apt-get update \
  && apt-get install -y --no-install-recommends libatomic1 ca-certificates \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

FROM base AS web
RUN npm ci --include=dev --include=optional
COPY . .
RUN node bin/kontor.mjs build

FROM base
# the image has its own Node: the packaged ones would only take room
RUN npm ci --omit=dev --include=optional && rm -rf node_modules/node-linux-* && npm cache clean --force
COPY . .
COPY --from=web /app/dist ./dist
# what only development, tests and the demo need
RUN rm -rf bench demo e2e planner-simulator proof server/testing
# PostgreSQL needs a user that the system knows, and a folder of its own
RUN mkdir /data && chown node:node /data && chmod 700 /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/kontor-compiled
VOLUME /data
EXPOSE 8080
# PostgreSQL finishes its checkpoint before the container ends
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
