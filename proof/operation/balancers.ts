// The balancers of docs/betrieb/mehrere-server/, with the files as they stand there: only addresses are put in place
// of the examples', and the certificate of the tests.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ofLocalhost } from '#server/testing/certificate.ts'
import type { Program, Programs } from './debian.ts'

const docs = join(import.meta.dirname, '../../docs/betrieb/mehrere-server')
export type RunningBalancer = { name: string; port: number; said: () => string; stop: () => Promise<void> }
type Place = { port: number; folder: string }
type Kind = {
  file: string
  fit: (text: string, place: Place) => string
  args: (file: string, folder: string) => string[]
  /** The command of the guide that checks the file. */
  check: (file: string, folder: string) => string[]
}

const kinds: Record<Exclude<Program, 'pgbouncer' | 'promtool'>, Kind> = {
  haproxy: {
    file: 'haproxy.cfg',
    fit: (text, { port, folder }) =>
      replaced(replaced(text, 'bind :443', `bind 127.0.0.1:${port}`), '/etc/haproxy/', `${folder}/`),
    args: (file) => ['-db', '-f', file],
    check: (file) => ['-c', '-f', file],
  },
  nginx: {
    file: 'nginx.conf',
    fit: (text, { port, folder }) => {
      const listening = replaced(text, 'listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (of) => `${of}_temp_path ${folder}/nginx-${of};`,
      )
      return `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; ${process.getuid?.() === 0 ? 'user root;' : ''}
        events { worker_connections 4096; } http { access_log off; ${temporary.join(' ')} ${replaced(listening, /\/etc\/nginx\//g, `${folder}/`)} }`
    },
    args: (file, folder) => ['-p', folder, '-e', join(folder, 'nginx.log'), '-c', file],
    check: (file, folder) => ['-t', '-p', folder, '-e', join(folder, 'nginx.log'), '-c', file],
  },
  caddy: {
    file: 'Caddyfile',
    fit: (text, { port, folder }) => {
      const site = `https://localhost:${port} {\n\ttls ${folder}/kontor.crt ${folder}/kontor.key`
      return `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${replaced(text, /^kontor\.example \{/m, site)}`
    },
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    check: (file) => ['validate', '--config', file, '--adapter', 'caddyfile'],
  },
}
export type BalancerName = keyof typeof kinds
export const balancers = Object.keys(kinds) as BalancerName[]

/** Undefined where the program cannot be had. */
export async function runBalancer(
  programs: Programs,
  name: BalancerName,
  nodes: readonly number[],
  port: number,
): Promise<RunningBalancer | undefined> {
  const path = programs.find(name)
  if (path === undefined) return undefined
  const { file, fit, args, check } = kinds[name]
  const folder = join(programs.folder, `run-${name}`)
  mkdirSync(folder, { recursive: true })
  const own = join(folder, file)
  const text = nodes.reduce(
    (text, node, place) => replaced(text, `10.0.0.1${place + 1}:8080`, `127.0.0.1:${node}`),
    readFileSync(join(docs, file), 'utf8'),
  )
  writeFileSync(own, fit(text, { port, folder }))
  writeCertificate(folder)
  programs.check(path, check(own, folder))
  const running = await programs.run(path, args(own, folder), port)
  return { name, port, ...running }
}

function writeCertificate(folder: string) {
  const { key, cert } = ofLocalhost
  writeFileSync(join(folder, 'kontor.pem'), `${cert}\n${key}\n`)
  writeFileSync(join(folder, 'kontor.crt'), cert)
  writeFileSync(join(folder, 'kontor.key'), key)
}

/** The file has to have what is replaced: else the proof would be of another one. */
export function replaced(text: string, what: string | RegExp, by: string): string {
  if (text.search(what instanceof RegExp ? what : what.replaceAll('.', '\\.')) < 0)
    throw new Error(`nowhere: ${what}`)
  return text.replace(what, by)
}
