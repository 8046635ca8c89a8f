// Prosody from Debian: stores to files, archive of rooms on, presence off.
import { domain, startXmppServer } from './xmpp-server.ts'

export const prosodyPackages = ['prosody']

const settings = (port: number, folder: string) => `
run_as_root = true
data_path = "${folder}"
interfaces = { "127.0.0.1" }
c2s_ports = { ${port} }
c2s_direct_tls_ports = { }
s2s_ports = { }
modules_enabled = { "saslauth"; "disco" }
modules_disabled = { "s2s" }
authentication = "anonymous"
c2s_require_encryption = false
log = { error = "*console" }
VirtualHost "${domain}"
Component "rooms.${domain}" "muc"
  modules_enabled = { "muc_mam" }
  muc_log_by_default = true
  muc_room_locking = false
  muc_room_default_presence_broadcast = { visitor = false; participant = false; moderator = false }
`

export const startProsody = () =>
  startXmppServer({
    name: 'prosody',
    file: 'prosody.cfg.lua',
    settings,
    command: (file) => ({ args: ['prosody', '-F', '--config', file] }),
  })
