// ejabberd from Debian: one scheduler, its own store, archive of rooms on, presence off. Started without its
// launcher, which needs a system account and a name daemon.
import { globSync } from 'node:fs'
import { domain, startXmppServer } from './xmpp-server.ts'

export const ejabberdPackages = ['ejabberd']

const settings = (port: number) => `
hosts: [${domain}]
loglevel: error
auth_method: [anonymous]
anonymous_protocol: sasl_anon
allow_multiple_connections: true
listen:
  - port: ${port}
    ip: "127.0.0.1"
    module: ejabberd_c2s
    starttls: false
modules:
  mod_mam:
    db_type: mnesia
    default: always
  mod_muc:
    host: rooms.${domain}
    access: all
    access_create: all
    max_users: 2000
    history_size: 0
    min_message_interval: 0
    default_room_options:
      mam: true
      max_users: 2000
      presence_broadcast: []
`

export const startEjabberd = () =>
  startXmppServer({
    name: 'ejabberd',
    file: 'ejabberd.yml',
    settings,
    command: (file, folder) => ({
      args: `erl -noinput +S 1:1 -mnesia dir "${folder}" -pa`
        .split(' ')
        .concat(globSync('/usr/lib/*/ejabberd*/ebin'), '-s', 'ejabberd'),
      environment: { HOME: folder, EJABBERD_CONFIG_PATH: file, EJABBERD_LOG_PATH: `${folder}/log` },
    }),
  })
