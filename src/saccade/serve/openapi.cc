#include "saccade/serve/openapi.h"

namespace saccade::serve {

std::string_view OpenApi() {
  return R"json({
  "openapi": "3.1.0",
  "info": {
    "title": "saccade",
    "version": "1",
    "description": "Where people look while they search, predicted on this machine."
  },
  "paths": {
    "/health": {
      "get": {"summary": "Whether the server answers", "responses": {"200": {"description": "{\"status\": \"ok\"}"}}}
    },
    "/api/models": {
      "get": {
        "summary": "The model and parser that are loaded, and what can be searched for",
        "responses": {
          "200": {
            "description": "Name of the model, description of the parser (null: none installed), targets, whether there is a sample photo, how many searches of a data set",
            "content": {"application/json": {"schema": {"type": "object", "required": ["model", "parser", "targets", "sample", "searches"]}}}
          },
          "401": {"$ref": "#/components/responses/Error"}
        }
      }
    },
    "/api/predict": {
      "post": {
        "summary": "Scanpaths in a photo: what `saccade predict --image PHOTO --json` prints",
        "parameters": [
          {"name": "target", "in": "query", "required": true, "schema": {"type": "string"}, "description": "What is searched; several with commas"},
          {"name": "without", "in": "query", "schema": {"type": "string"}, "description": "Classes that the searcher does not see; several with commas"},
          {"name": "samples", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 100, "default": 10}},
          {"name": "max_fixations", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 60, "default": 6}},
          {"name": "seed", "in": "query", "schema": {"type": "integer", "minimum": 0, "default": 0}},
          {"name": "name", "in": "query", "schema": {"type": "string", "default": "photo"}, "description": "What the answer calls the photo; nothing is opened by it"},
          {"name": "as", "in": "query", "schema": {"type": "string", "enum": ["json", "play", "picture", "animation"], "default": "json"}}
        ],
        "requestBody": {
          "required": true,
          "description": "The photo's bytes: JPEG, PNG or WebP, 100 megapixels at most",
          "content": {"image/jpeg": {}, "image/png": {}, "image/webp": {}, "application/octet-stream": {}}
        },
        "responses": {
          "200": {"description": "Scanpaths in the photo's own pixels; with as=play what the page plays, with as=picture a PNG, with as=animation a WebP", "content": {"application/json": {}, "image/png": {}, "image/webp": {}}},
          "400": {"$ref": "#/components/responses/Error"},
          "401": {"$ref": "#/components/responses/Error"},
          "403": {"$ref": "#/components/responses/Error"},
          "408": {"$ref": "#/components/responses/Error"},
          "413": {"$ref": "#/components/responses/Error"},
          "415": {"$ref": "#/components/responses/Error"},
          "429": {"$ref": "#/components/responses/Error"},
          "503": {"$ref": "#/components/responses/Error"}
        }
      }
    },
    "/api/sample": {
      "get": {"summary": "The photo that comes with saccade", "responses": {"200": {"description": "A JPEG", "content": {"image/jpeg": {}}}, "400": {"$ref": "#/components/responses/Error"}}}
    },
    "/api/search": {
      "get": {
        "summary": "People's searches of a picture of the data set that is served (--data), as the page plays them",
        "parameters": [{"name": "place", "in": "query", "schema": {"type": "integer", "minimum": 0, "default": 0}}],
        "responses": {"200": {"description": "One search", "content": {"application/json": {}}}, "400": {"$ref": "#/components/responses/Error"}}
      }
    },
    "/api/picture": {
      "get": {
        "summary": "Its picture",
        "parameters": [{"name": "place", "in": "query", "schema": {"type": "integer", "minimum": 0, "default": 0}}],
        "responses": {"200": {"description": "A JPEG, 512x320", "content": {"image/jpeg": {}}}, "400": {"$ref": "#/components/responses/Error"}}
      }
    },
    "/api/openapi.json": {
      "get": {"summary": "This", "responses": {"200": {"description": "OpenAPI 3.1"}}}
    }
  },
  "components": {
    "responses": {
      "Error": {
        "description": "What is wrong and what to do, in one line",
        "content": {"application/json": {"schema": {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}}}}
      }
    },
    "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "Only where the server answers other machines (--others)"}}
  }
}
)json";
}

}  // namespace saccade::serve
