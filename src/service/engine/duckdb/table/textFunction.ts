import {
  DuckDBScalarFunction,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';

/** Registers a function that SQL of this connection can call with a text; NULL stays NULL. */
export function registerTextFunction(
  connection: DuckDBConnection,
  name: string,
  returnType: DuckDBType,
  of: (text: string) => DuckDBValue,
): void {
  const scalar = DuckDBScalarFunction.create({
    name,
    parameterTypes: [VARCHAR],
    returnType,
    mainFunction: (_info, input, output) => {
      const texts = input.getColumnVector(0);
      for (let row = 0; row < input.rowCount; row += 1) {
        const text = texts.getItem(row);
        output.setItem(row, typeof text === 'string' ? of(text) : null);
      }
      output.flush();
    },
  });
  connection.registerScalarFunction(scalar);
}
