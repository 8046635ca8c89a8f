// Lists everything that migrations can create, one line each, so that two databases can be compared.
import type pg from 'pg'

const own = (catalog: string, schema: string) =>
  `${schema} = current_schema()::regnamespace and not exists (select from pg_depend
     where classid = '${catalog}'::regclass and objid = ${catalog}.oid and deptype = 'e')`

/**
 * The number of a column is its position among the columns that are not generated: a backup contains the values
 * in this order. Indexes and sequences that belong to a constraint or a column are left out, unless they differ
 * from the default.
 */
const QUERY = `
  select format('table %s %s', relname, concat_ws(' ', relkind, relpersistence, reloptions::text, relacl::text,
      case when relrowsecurity then 'row security' end)) as line
    from pg_class where relkind in ('r', 'p', 'v', 'm', 'f') and ${own('pg_class', 'relnamespace')}
  union all
  select format('column %s.%s %s', relname, attname, concat_ws(' ',
      case when attgenerated = '' then
        count(*) filter (where attgenerated = '') over (partition by relname order by attnum) end,
      format_type(atttypid, atttypmod),
      case when attcollation <> typcollation then 'collate ' || attcollation::regcollation end,
      case when attnotnull then 'not null' end,
      case attidentity when 'a' then 'identity always' when 'd' then 'identity by default' end,
      case attgenerated when 's' then 'stored' when 'v' then 'virtual' end,
      'as ' || pg_get_expr(adbin, adrelid),
      case when attstorage <> typstorage then 'storage ' || attstorage::text end,
      nullif('compression ' || attcompression::text, 'compression '),
      'statistics ' || nullif(attstattarget, -1), attoptions::text, attacl::text))
    from pg_class join pg_attribute on attrelid = pg_class.oid join pg_type on pg_type.oid = atttypid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relkind in ('r', 'p', 'v', 'm', 'f') and attnum > 0 and not attisdropped and ${own('pg_class', 'relnamespace')}
  union all
  select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where contype <> 'n' and connamespace = current_schema()::regnamespace
  union all
  select format('index %s', concat_ws(' ', pg_get_indexdef(indexrelid), case when not indisvalid then 'invalid' end,
      (select string_agg(format('statistics %s of %s', attstattarget, attname), ' ') from pg_attribute
        where attrelid = indexrelid and attstattarget <> -1)))
    from pg_index join pg_class on pg_class.oid = indexrelid
    where not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')
      and ${own('pg_class', 'relnamespace')}
  union all
  select format('trigger %s %s', tgenabled, pg_get_triggerdef(pg_trigger.oid))
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and ${own('pg_class', 'relnamespace')}
  union all
  select format('function %s %s', oid::regprocedure, concat_ws(' ', md5(pg_get_functiondef(oid)), proacl::text))
    from pg_proc where ${own('pg_proc', 'pronamespace')}
  union all
  select format('sequence %s', to_jsonb(pg_sequences)) from pg_sequences
    where schemaname = current_schema() and (start_value, min_value, increment_by, cache_size, cycle) <> (1, 1, 1, 1, false)
  union all
  select format('collation %s', concat_ws(' ', collname, collprovider, collisdeterministic,
      coalesce(to_jsonb(pg_collation)->>'colllocale', to_jsonb(pg_collation)->>'colliculocale')))
    from pg_collation where ${own('pg_collation', 'collnamespace')}
  union all
  select format('type %s %s', typname, typtype) from pg_type
    where typtype <> 'b' and typrelid = 0 and ${own('pg_type', 'typnamespace')}
  union all
  select format('extension %s', extname) from pg_extension
  union all
  select pg_get_statisticsobjdef(oid) from pg_statistic_ext where stxnamespace = current_schema()::regnamespace
  union all
  select format('comment %s %s', pg_describe_object(classoid, objoid, objsubid), description) from pg_description
    where classoid = 'pg_class'::regclass and objoid in (select oid from pg_class where ${own('pg_class', 'relnamespace')})
  union all
  select format('rights %s %s %s', defaclnamespace, defaclobjtype, defaclacl) from pg_default_acl`

export async function readCatalogue(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(QUERY)
  return rows.map(({ line }) => line.replace(/\s+/g, ' ')).sort()
}
