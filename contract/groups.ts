import { Type } from 'typebox'
import { del, get, patch, put } from './endpoint.ts'
import { GroupName, Id, SuccessAnswer } from './shapes.ts'

const GroupNames = Type.Array(Type.String())
const GroupParams = Type.Object({ groupname: GroupName })

export const groups = {
  list: get('/groups/', {
    shedFirst: true,
    says: 'Namen aller Gruppen',
    may: 'admin',
    polled: true,
    answer: GroupNames,
  }),
  listCustom: get('/groups/custom/', {
    shedFirst: true,
    says: 'Namen der eigenen Gruppen',
    may: 'admin',
    polled: true,
    answer: GroupNames,
  }),
  create: put('/groups/custom/{groupname}/', {
    says: 'Eine eigene Gruppe anlegen',
    may: 'admin',
    params: GroupParams,
    answer: SuccessAnswer,
  }),
  remove: del('/groups/custom/{groupname}/', {
    says: 'Eine eigene Gruppe löschen',
    may: 'admin',
    params: GroupParams,
    answer: SuccessAnswer,
  }),
  effects: get('/groups/custom/{groupname}/effects/', {
    says: 'Was das Löschen einer Gruppe träfe',
    may: 'admin',
    ownOnly: true,
    params: GroupParams,
    answer: Type.Object(
      {
        members: Type.Integer(),
        /** Documents that only administrators could still see without the group. */
        docs: Type.Array(Type.Object({ id: Id, name: Type.String() })),
      },
      { title: 'GroupEffects' },
    ),
  }),
  rename: patch('/groups/custom/{groupname}/rename/{newname}/', {
    says: 'Eine eigene Gruppe umbenennen',
    may: 'admin',
    params: Type.Object({ groupname: GroupName, newname: GroupName }),
    answer: SuccessAnswer,
  }),
}
