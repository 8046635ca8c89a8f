/**
 * Every migration that has been released, with the beginning of its checksum, so that none is changed later. New
 * ones are added at the end. The first one stands for the 67 migrations of release 1.1.
 */
export const givenOut: Record<string, string> = {
  '0067_release_1.1.sql': '64c55d252acaaf1e',
  '0068_block_people.sql': 'e21b6c6e28ee63a9',
  '0069_unproven_passwords.sql': '9bd8e2ef6025a119',
  '0070_unused_since_1.1.sql': 'ca8fa2d9a358cea5',
  '0071_happening_ort.sql': '136898a3d14d56c4',
  '0072_no_clock.sql': '8f4e4cb76ad542c2',
  '0073_find_inside_words.sql': '830cd73f73db21b4',
  '0074_filled_answers.sql': '4230fc9c9eacd39f',
  '0075_answers_edits_reactions.sql': '842078cf31769425',
  '0076_several_images.sql': '281c720b7c89f748',
  '0077_mentions.sql': '515bd3f7841e709f',
  '0078_touches_beside_messages.sql': '091cfec2f2df8b15',
  '0079_session_cookie_of_1.1.sql': '27d9372fdeb5ba4c',
  '0080_outcome_alone.sql': 'e9c932c543031936',
}
