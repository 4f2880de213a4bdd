import {
  type DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLEnumType,
  type GraphQLEnumValueConfigMap,
  type GraphQLFieldConfigMap,
  GraphQLFloat,
  GraphQLID,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  GraphQLInt,
  type GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  type GraphQLType,
  GraphQLUnionType,
  GraphQLInterfaceType as Interface,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  isUnionType,
  specifiedDirectives,
} from 'graphql';

/** A value of an input: name, type, description, default, why it is deprecated. */
type ValueForm = [name: string, type: string, description?: string | null, otherwise?: unknown, deprecated?: string | null];
type FieldForm = [name: string, type: string, description?: string | null, args?: ValueForm[] | null, deprecated?: string | null];
type EnumValueForm = [name: string, description?: string | null, deprecated?: string | null];

type TypeForm =
  | ['scalar', string, string | null]
  | ['enum', string, string | null, EnumValueForm[]]
  | ['input', string, string | null, ValueForm[]]
  | ['union', string, string | null, string[]]
  | ['object' | 'interface', string, string | null, FieldForm[], string[]];

/**
 * A schema as plain lists. Read from this it stands in a fraction of the time that its text takes, and is the same for all that look at it.
 */
export interface SchemaForm {
  query: string;
  mutation: string | null;
  types: TypeForm[];
  directives: [string, string | null, DirectiveLocation[], ValueForm[]][];
}

/** Leaves out what stands at the end and says nothing. */
function shortened<T extends unknown[]>(list: T): T {
  while (list.length > 2 && list.at(-1) == null) list.pop();
  return list;
}

interface Value {
  name: string;
  type: GraphQLType;
  description?: string | null | undefined;
  defaultValue?: unknown;
  deprecationReason?: string | null | undefined;
}

// A default of null is one too, and JSON has no other word for it.
const valueForm = ({ name, type, description, defaultValue, deprecationReason }: Value): ValueForm =>
  shortened([
    name,
    String(type),
    description ?? null,
    defaultValue === undefined ? null : [defaultValue],
    deprecationReason ?? null,
  ]);

function typeForm(type: GraphQLNamedType): TypeForm {
  const { name, description = null } = type;
  const about = description ?? null;
  if (isScalarType(type)) return ['scalar', name, about];
  if (isEnumType(type))
    return [
      'enum',
      name,
      about,
      type.getValues().map((one) => shortened([one.name, one.description ?? null, one.deprecationReason ?? null])),
    ];
  if (isInputObjectType(type)) return ['input', name, about, Object.values(type.getFields()).map(valueForm)];
  if (isUnionType(type)) return ['union', name, about, type.getTypes().map((one) => one.name)];
  if (!isObjectType(type) && !isInterfaceType(type)) throw new TypeError(`${name} is of no kind that a schema has`);
  const fields = Object.values(type.getFields()).map(
    (field): FieldForm =>
      shortened([
        field.name,
        String(field.type),
        field.description ?? null,
        field.args.length === 0 ? null : field.args.map(valueForm),
        field.deprecationReason ?? null,
      ]),
  );
  return [isObjectType(type) ? 'object' : 'interface', name, about, fields, type.getInterfaces().map((one) => one.name)];
}

/** A schema as lists, to be kept. */
export function formOf(schema: GraphQLSchema): SchemaForm {
  const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type));
  return {
    query: schema.getQueryType()?.name ?? '',
    mutation: schema.getMutationType()?.name ?? null,
    types: types.map(typeForm),
    directives: schema
      .getDirectives()
      .filter((one) => !isSpecifiedDirective(one))
      .map((one) => [one.name, one.description ?? null, [...one.locations], one.args.map(valueForm)]),
  };
}

/** Looks types up by name, and as they are written: `[User!]!`. */
class Types {
  readonly #named = new Map<string, GraphQLNamedType>();
  readonly #written = new Map<string, GraphQLType>();

  constructor(forms: readonly TypeForm[]) {
    for (const type of [GraphQLString, GraphQLInt, GraphQLFloat, GraphQLBoolean, GraphQLID]) this.#named.set(type.name, type);
    for (const form of forms) this.#named.set(form[1], this.#typeOf(form));
  }

  get all(): GraphQLNamedType[] {
    return [...this.#named.values()];
  }

  named(name: string): GraphQLNamedType {
    const type = this.#named.get(name);
    if (!type) throw new TypeError(`the schema names a type ${name} and has none`);
    return type;
  }

  // biome-ignore lint/suspicious/noExplicitAny: what is an input and what an output was settled when the form was made
  written(text: string): any {
    let type = this.#written.get(text);
    if (!type) {
      if (text.endsWith('!')) type = new GraphQLNonNull(this.written(text.slice(0, -1)));
      else if (text.startsWith('[')) type = new GraphQLList(this.written(text.slice(1, -1)));
      else type = this.named(text);
      this.#written.set(text, type);
    }
    return type;
  }

  values(forms: readonly ValueForm[]): GraphQLInputFieldConfigMap {
    const values: GraphQLInputFieldConfigMap = {};
    for (const [name, type, description, otherwise, deprecationReason] of forms) {
      const defaultValue = Array.isArray(otherwise) ? otherwise[0] : undefined;
      values[name] = { type: this.written(type), description, defaultValue, deprecationReason };
    }
    return values;
  }

  #typeOf(form: TypeForm): GraphQLNamedType {
    const [kind, name, description] = form;
    if (kind === 'scalar') return new GraphQLScalarType({ name, description });
    if (kind === 'enum') return new GraphQLEnumType({ name, description, values: enumValues(form[3]) });
    if (kind === 'input') return new GraphQLInputObjectType({ name, description, fields: () => this.values(form[3]) });
    if (kind === 'union')
      return new GraphQLUnionType({ name, description, types: () => form[3].map((one) => this.named(one) as GraphQLObjectType) });
    const config = {
      name,
      description,
      interfaces: () => form[4].map((one) => this.named(one) as GraphQLInterfaceType),
      fields: () => this.#fields(form[3]),
    };
    return kind === 'object' ? new GraphQLObjectType(config) : new Interface(config);
  }

  #fields(forms: readonly FieldForm[]): GraphQLFieldConfigMap<unknown, unknown> {
    const fields: GraphQLFieldConfigMap<unknown, unknown> = {};
    for (const [name, type, description, args, deprecationReason] of forms)
      fields[name] = { type: this.written(type), description, args: args ? this.values(args) : {}, deprecationReason };
    return fields;
  }
}

function enumValues(forms: readonly EnumValueForm[]): GraphQLEnumValueConfigMap {
  return Object.fromEntries(forms.map(([name, description, deprecationReason]) => [name, { description, deprecationReason }]));
}

/** The schema that a form was made of. */
export function schemaOf({ query, mutation, types: forms, directives }: SchemaForm): GraphQLSchema {
  const types = new Types(forms);
  return new GraphQLSchema({
    query: types.named(query) as GraphQLObjectType,
    mutation: mutation === null ? null : (types.named(mutation) as GraphQLObjectType),
    types: types.all,
    directives: [
      ...specifiedDirectives,
      ...directives.map(
        ([name, description, locations, args]) =>
          new GraphQLDirective({ name, description, locations, args: types.values(args) }),
      ),
    ],
    assumeValid: true,
  });
}
