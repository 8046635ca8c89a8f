// Every command of docs/betrieb/, and where it is tried.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const guide = join(import.meta.dirname, '../../docs/betrieb')
/** Between backticks in running text, too, when it is more than a name. */
const INLINE =
  /^(?:npm (?:start|test|ci|run) |npm (?:start|test)$|node |docker |curl |psql |systemctl |apt-get |haproxy |nginx |caddy |git |promtool |journalctl )/

/**
 * `typed` by proof/operation/guide.ts as it stands on the page; or run `by` another file, which `says` so; or `not`,
 * because.
 */
export type Trial = 'typed' | { by: string; says: string } | { not: string }

/** Without comments, with the lines put together that a backslash continues. */
export function commandsOfGuide(): string[] {
  const found = new Set<string>()
  for (const name of globSync('**/*.md', { cwd: guide })) {
    const page = readFileSync(join(guide, name), 'utf8')
    for (const [, block = ''] of page.matchAll(/^ *```(?:sh|sql)\n([^`]*)```/gm))
      for (const line of block.replaceAll('\\\n', ' ').split('\n')) {
        const command = line
          .replace(/ +# .*/, '')
          .replaceAll(/ +/g, ' ')
          .trim()
        if (command !== '') found.add(command)
      }
    for (const [, inline = ''] of page.replaceAll(/^ *```[^`]*```/gm, '').matchAll(/`([^`\n]+)`/g))
      if (INLINE.test(inline) && !inline.endsWith('--') && !inline.endsWith('…')) found.add(inline)
  }
  return [...found]
}

const debian = 'proof/operation/debian-root.sh'
const image = 'proof/operation/image-run.sh'
const standby = 'proof/operation/standby.ts'
const balancers = 'proof/operation/balancers.ts'
const figures = 'proof/operation/figures.ts'
const engine = { not: 'needs Docker: what it calls in the container is run by proof/operation/image-run.sh' }
const service = { not: 'needs a systemd that runs' }
const plain = { not: 'a command of the system alone' }

export const trials: Record<string, Trial> = {
  // aktualisieren.md
  'npm run kontor -- backup /backups/vor-dem-update.kontor': 'typed',
  'npm run kontor -- restore /backups/vor-dem-update.kontor --verify': 'typed',
  'DATA_DIR=/srv/kontor-alt npm run kontor -- restore /backups/vor-dem-update.kontor': 'typed',
  'git rev-parse --short HEAD': plain,
  'git checkout main && git pull': plain,
  'git checkout 2c833a0': plain,
  'git checkout 2c833a0^': {
    not: 'it is for installations older than 1.1; proof/operation/update.ts comes from there',
  },
  'git rev-parse': plain,
  'git checkout': plain,
  'git pull': plain,
  'npm run kontor -- build': { by: 'Dockerfile', says: 'node bin/kontor.mjs build' },
  'git clone': plain,
  // beobachten.md
  'curl -s http://localhost:8080/health/ready': 'typed',
  'curl -s http://localhost:8080/status/': 'typed',
  'curl -s http://localhost:8080/metrics': 'typed',
  'promtool check rules docs/betrieb/prometheus/kontor.rules.yml': {
    by: figures,
    says: "['check', 'rules'",
  },
  'promtool test rules docs/betrieb/prometheus/kontor.rules.test.yml': {
    by: figures,
    says: "['test', 'rules'",
  },
  'curl -s http://localhost:8080/metrics | promtool check metrics': {
    by: figures,
    says: "['check', 'metrics']",
  },
  // benachrichtigungen.md, fehler.md
  'npm run kontor -- doctor --online': { not: 'asks the services of Google, Mozilla, Microsoft and Apple' },
  'DATA_DIR=/srv/kontor/neu npm run kontor -- restore /backups/kontor-2026-11-22T03-00-07.kontor': 'typed',
  'DATA_DIR=/srv/kontor/neu npm start': 'typed',
  'apt-get install postgresql-contrib': plain,
  'git status': plain,
  // sichern.md, wiederherstellen.md
  "pg_dump --format=custom --file=/srv/kontor.dump 'postgresql://kontor:passwort@db.example:5432/kontor'":
    plain,
  "pg_restore --no-owner --exit-on-error --dbname='postgresql://kontor:passwort@db.example:5432/kontor_neu' /srv/kontor.dump":
    plain,
  "DATABASE_URL='postgresql://kontor:passwort@db.example:5432/kontor_neu' npm run kontor -- after-restore": {
    by: 'server/operation/after-restore.test.ts',
    says: 'endSessionsAndJobs',
  },
  "DATABASE_URL='postgresql://kontor:passwort@db.example:5432/kontor_neu' npm start": plain,
  'docker compose run --rm app kontor after-restore': engine,
  // installieren.md
  'apt-get install caddy git libatomic1 nodejs npm openssl postgresql': plain,
  'password=$(openssl rand -hex 24)': plain,
  'runuser -u postgres -- psql -c "create role kontor login password \'$password\'"': plain,
  'runuser -u postgres -- psql -c "create database kontor owner kontor encoding \'UTF8\' template template0"':
    plain,
  "runuser -u postgres -- psql -c 'alter database kontor set random_page_cost = 1.1'": plain,
  'echo PUBLIC_URL=https://kontor.example >> /etc/kontor/settings': plain,
  'echo BACKUP_DIR=/var/lib/kontor/sicherungen >> /etc/kontor/settings': plain,
  'echo "postgresql://kontor:$password@localhost/kontor" > /etc/kontor/secrets/database-url': plain,
  'openssl rand -hex 24 > /etc/kontor/secrets/backup-passphrase': plain,
  "printf 'kontor.example {\\n\\treverse_proxy localhost:8080\\n}\\n' > /etc/caddy/Caddyfile": plain,
  'systemctl restart caddy': service,
  'DATA_DIR=./demo-daten npm start -- --demo': { by: 'bench/everyday-calls.ts', says: "'--demo'" },
  'npm run kontor -- remove-demo': { by: 'server/operation/remove-demo.test.ts', says: 'closeDemo' },
  'apt-get install git curl xz-utils libatomic1': plain,
  'cd /tmp && curl -fsSO https://nodejs.org/dist/latest-v24.x/SHASUMS256.txt': plain,
  'curl -fsSO "https://nodejs.org/dist/latest-v24.x/$(grep -o \'node-v.*-linux-x64.tar.xz\' SHASUMS256.txt)"':
    plain,
  'sha256sum --check --ignore-missing SHASUMS256.txt': plain,
  'tar -xJf node-v24.*-linux-x64.tar.xz -C /usr/local --strip-components=1 --no-same-owner': plain,
  // container.md
  'npm start -- --demo': { by: 'bench/everyday-calls.ts', says: "'--demo'" },
  'sh deploy/compose/make-secrets.sh': 'typed',
  'cat secrets/admin-password': 'typed',
  'echo SITE=kontor.example >> .env': plain,
  'docker build -t kontor .': { by: 'proof/operation/image-root.sh', says: 'buildah build' },
  'docker network create kontor-probe': engine,
  'docker run --detach --rm --name kontor-probe-db --network kontor-probe -e POSTGRES_USER=kontor -e POSTGRES_PASSWORD=probe -e POSTGRES_DB=kontor postgres:18-trixie':
    engine,
  'docker run --init --rm --network kontor-probe -p 127.0.0.1:8080:8080 -e DATABASE_URL=postgresql://kontor:probe@kontor-probe-db/kontor kontor node server/main.ts --demo':
    engine,
  'docker stop kontor-probe-db': engine,
  'docker network rm kontor-probe': engine,
  "docker compose exec database psql -U postgres -c 'alter role kontor createdb'": engine,
  'docker compose exec app kontor doctor': { by: image, says: 'kontor -- doctor' },
  'docker compose exec app kontor backup /backups/vor-dem-umzug.kontor': {
    by: image,
    says: 'kontor backup /backups/',
  },
  'docker compose exec app kontor restore /backups/vor-dem-umzug.kontor --verify': {
    by: image,
    says: '--verify',
  },
  'docker compose exec app kontor password admin': engine,
  'docker compose stop app': engine,
  "docker compose exec database psql -U postgres -c 'alter database kontor rename to kontor_alt' -c 'create database kontor owner kontor'":
    engine,
  'docker compose run --rm app kontor restore /backups/vor-dem-umzug.kontor': engine,
  'docker compose up --detach': engine,
  "docker compose exec database psql -U postgres -c 'drop database kontor_alt'": engine,
  'install -d -m 700 secrets': plain,
  'install -m 444 /mnt/anderswo/backup-passphrase secrets/backup-passphrase': plain,
  'install -d -o 1000 -g 1000 -m 700 /srv/kontor-sicherungen': plain,
  'install -o 1000 -g 1000 -m 600 /mnt/anderswo/kontor/kontor-2026-11-22T03-00-07.kontor /srv/kontor-sicherungen/':
    plain,
  'echo BACKUPS=/srv/kontor-sicherungen >> .env': plain,
  'docker compose build': engine,
  'docker compose run --rm app kontor restore /backups/kontor-2026-11-22T03-00-07.kontor': engine,
  'docker compose exec app kontor backup /backups/vor-dem-update.kontor': {
    by: image,
    says: 'kontor backup /backups/',
  },
  'docker compose up --detach --build': engine,
  'docker compose run --rm app kontor restore /backups/vor-dem-update.kontor': engine,
  'docker buildx build --platform linux/amd64,linux/arm64 --build-arg REVISION=$(git rev-parse HEAD) -t "$KONTOR_IMAGE" --push .':
    engine,
  'docker buildx imagetools inspect node:26-trixie-slim': engine,
  'docker compose build --pull': engine,
  'docker compose logs app': engine,
  'docker compose logs --no-log-prefix app': engine,
  // datenbank.md
  'npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx > kontor.cdx.json': 'typed',
  "create role kontor login password 'ein langes Passwort';": 'typed',
  "create database kontor owner kontor encoding 'UTF8' template template0;": 'typed',
  'alter database kontor set random_page_cost = 1.1;': 'typed',
  "DATABASE_URL='postgresql://kontor:passwort@db.example:5432/kontor' npm start": 'typed',
  "DATABASE_URL='postgresql://kontor:passwort@db.example:5432/kontor' npm run kontor -- doctor": 'typed',
  "DATABASE_URL='postgresql://kontor:passwort@db.example:5432/kontor' npm run kontor -- restore /srv/vor-dem-umzug.kontor":
    'typed',
  // installieren.md
  'apt-get install git nodejs npm libatomic1': { by: debian, says: 'nodejs npm libatomic1' },
  'git clone <Adresse> kontor': plain,
  'cd kontor': plain,
  'npm start': { by: debian, says: 'npm start' },
  'npm run kontor -- doctor': 'typed',
  'npm ci --include=dev --include=optional': { not: 'as CI and the installation of a checkout run it' },
  'node bin/kontor.mjs build': { by: 'Dockerfile', says: 'node bin/kontor.mjs build' },
  'npm ci --omit=dev --include=optional': {
    by: 'Dockerfile',
    says: 'npm ci --omit=dev --include=optional',
  },
  'node bin/kontor.mjs start': { by: 'bin/launcher.test.ts', says: "launch(folder, ['start'])" },
  // mehrere-server/README.md
  "DATABASE_URL='postgresql://kontor:passwort@10.0.0.21,10.0.0.22/kontor?target_session_attrs=read-write' HOST=0.0.0.0 PUBLIC_URL=https://kontor.example TRUSTED_PROXIES=10.0.0.1 DRAIN_SECONDS=10 npm start":
    { by: standby, says: 'target_session_attrs=read-write' },
  'curl -f http://10.0.0.11:8080/health/ready': 'typed',
  "create role mitlauf login replication password 'noch ein Passwort';": 'typed',
  'pg_basebackup -h 10.0.0.21 -U mitlauf -D /var/lib/postgresql/17/main -R -X stream -P': {
    not: 'does not come along; proof/operation/standby.ts makes its standby of a copy',
  },
  'npm run proof -- https': { by: 'proof/operation/all.ts', says: "'https'" },
  'npm run proof -- machines': { by: 'proof/operation/all.ts', says: "'machines'" },
  'haproxy -c -f haproxy.cfg': { by: balancers, says: "['-c', '-f', file]" },
  'nginx -t': { by: balancers, says: "['-t', " },
  'caddy validate --config Caddyfile --adapter caddyfile': { by: balancers, says: "['validate', '--config'" },
  "psql -c 'select pg_promote();'": { by: standby, says: 'select pg_promote()' },
  // personalplanung.md
  'node planner-simulator/main.ts': {
    by: 'proof/failures/planner-memory.ts',
    says: 'planner-simulator/main.ts',
  },
  // schnittstellen.md
  [`curl -H "Authorization: Bearer $(cat token)" 'https://kontor.example/docs/?per_page=5'`]: {
    by: 'server/auth/tokens/tokens.test.ts',
    says: 'authorization: `Bearer ${token}`',
  },
  // sichern.md
  'BACKUP_DIR=/srv/kontor-sicherungen npm start': 'typed',
  'npm run kontor -- backup /srv/vor-dem-umzug.kontor': 'typed',
  'npm run kontor -- restore /srv/vor-dem-umzug.kontor --verify': 'typed',
  'npm run kontor -- password <Benutzername> --without-factors': {
    by: 'server/auth/second-factor/second-factor.test.ts',
    says: '--without-factors',
  },
  'npm run kontor -- restore <Datei> --verify': { by: 'proof/operation/guide.ts', says: '--verify' },
  'BACKUP_PASSPHRASE_FILE=/etc/kontor/passphrase npm run kontor -- backup /srv/kontor.kontor': 'typed',
  "rsync -a --exclude '*.unfertig-*' /srv/kontor-sicherungen/ /mnt/anderswo/kontor/": plain,
  // systemd.md
  'umask 022': plain,
  'useradd --system --home-dir /var/lib/kontor --shell /usr/sbin/nologin kontor': plain,
  'git clone <Adresse> /opt/kontor': plain,
  'cd /opt/kontor && npm run kontor -- build': { by: 'Dockerfile', says: 'node bin/kontor.mjs build' },
  'install -d -m 755 /etc/kontor && install -d -m 700 /etc/kontor/secrets': plain,
  'install -m 644 docs/betrieb/systemd/kontor.service /etc/systemd/system/': plain,
  'install -m 755 docs/betrieb/systemd/kontor /usr/local/sbin/kontor': plain,
  'systemctl daemon-reload': service,
  'systemctl enable --now kontor': service,
  'journalctl -u kontor -o cat': service,
  '(umask 077; cat > /etc/kontor/secrets/database-url)': plain,
  'systemctl restart kontor': service,
  'systemctl edit kontor': service,
  'install -d -o kontor -g kontor -m 700 /srv/kontor-sicherungen': plain,
  'kontor doctor': service,
  'kontor backup /var/lib/kontor/vorher.kontor': service,
  'kontor restore /var/lib/kontor/vorher.kontor --verify': service,
  'kontor password admin': service,
  'systemctl stop kontor': service,
  'cd /opt/kontor && git rev-parse --short HEAD': plain,
  'kontor backup /var/lib/kontor/vor-dem-update.kontor': service,
  'mv -T /var/lib/kontor/postgres /var/lib/kontor/postgres-neuer': plain,
  'kontor restore /var/lib/kontor/vor-dem-update.kontor': service,
  'systemctl enable --now kontor-kopie.timer': service,
  'systemctl start kontor': service,
  // wiederherstellen.md
  'mv -T /var/lib/kontor/postgres /var/lib/kontor/postgres-alt': plain,
  "runuser -u postgres -- psql -c 'alter database kontor rename to kontor_alt'": plain,
  'kontor restore /var/lib/kontor/sicherungen/kontor-2026-11-22T03-00-07.kontor': service,
  'DATA_DIR=/srv/kontor-neu npm run kontor -- restore /srv/kontor-sicherungen/kontor-2026-11-22T03-00-07.kontor':
    'typed',
  'DATA_DIR=/srv/kontor-neu npm start': 'typed',
}
