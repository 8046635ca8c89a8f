// Every screen that has an address, and every dialog that has one, by what they are about.
type Shown = {
  doc: number
  user: number
  group: { id: number; name: string }
  team: { id: number; sub: number }
}

export function screens({ doc, user, group, team: { id, sub } }: Shown) {
  return {
    processes: [
      '/ui/docs',
      '/ui/docs/add',
      `/ui/docs/${doc}/rename`,
      `/ui/docs/${doc}/show`,
      `/ui/docs/${doc}/edit`,
      `/ui/docs/${doc}/active`,
      `/ui/docs/${doc}/people`,
      `/ui/docs/${doc}/versions`,
      `/ui/docs/${doc}/visibility`,
    ],
    people: [
      '/ui/users',
      '/ui/users/create',
      '/ui/users/import',
      '/ui/users/invite',
      `/ui/users/${user}/rename`,
      `/ui/users/${user}/change_password`,
      `/ui/users/${user}/change_privileges`,
      `/ui/users/${user}/person`,
      `/ui/users/${user}/sessions`,
      `/ui/users/${user}/data`,
      '/ui/groups',
      `/ui/groups/${encodeURIComponent(group.name)}/rename`,
      '/ui/groupassignments',
    ],
    'happenings and chats': [
      '/ui/happenings',
      '/ui/happenings/sync',
      `/ui/happenings/${id}`,
      `/ui/happenings/${id}/${sub}/change_users`,
      `/ui/happenings/${id}/${sub}/timesheet`,
      '/ui/chat',
      `/ui/chat/groups/${group.id}`,
    ],
    'the administration and oneself': [
      '/ui/audit',
      '/ui/operation',
      '/ui/integrations',
      '/ui/retention',
      '/ui/today',
      '/ui/find?filter=donau',
      '/ui/shifts',
      '/ui/profile',
      '/ui/logout',
      '/ui/help?chapter=verwaltung',
    ],
  }
}
