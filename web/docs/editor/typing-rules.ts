/** What turns into something else as soon as it has been typed; each looks back over 500 characters at most. */
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { schema } from '#contract/document/schema.ts'

const { blockquote, bullet_list, ordered_list, code_block, heading, horizontal_rule } = schema.nodes

/** A line of three dashes; a fourth character is needed nowhere else, so it comes at once. */
const rule = new InputRule(/^---$/, (state, _, start, end) => {
  const $start = state.doc.resolve(start)
  if (
    $start.depth === 0 ||
    !$start.node(-1).canReplaceWith($start.index(-1), $start.index(-1), horizontal_rule)
  )
    return null
  return state.tr.delete(start, end).insert($start.before(), horizontal_rule.create())
})

export const typingRules = inputRules({
  rules: [
    textblockTypeInputRule(/^(#{1,6})\s$/, heading, ([, hashes]) => ({ level: hashes?.length })),
    wrappingInputRule(/^\s*>\s$/, blockquote),
    wrappingInputRule(/^\s*([-*])\s$/, bullet_list),
    wrappingInputRule(
      /^(\d{1,6})\.\s$/,
      ordered_list,
      ([, number]) => ({ order: Number(number) }),
      ([, number], node) => node.childCount + (node.attrs['order'] as number) === Number(number),
    ),
    textblockTypeInputRule(/^```$/, code_block),
    rule,
  ],
})
