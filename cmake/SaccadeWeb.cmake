# What pages run: web/src, bundled by esbuild where `npm ci` was run in web/, else as web/dist has it.
# CheckWebBundle.cmake holds both to each other.
set(SACCADE_WEB ${PROJECT_SOURCE_DIR}/web)
find_program(NODE node)
if(NODE AND EXISTS ${SACCADE_WEB}/node_modules/esbuild)
  set(SACCADE_WEB_DIST ${PROJECT_BINARY_DIR}/web)
  file(GLOB web_sources CONFIGURE_DEPENDS ${SACCADE_WEB}/src/*)
  file(GLOB web_built ${SACCADE_WEB}/dist/*)
  list(TRANSFORM web_built REPLACE "^${SACCADE_WEB}/dist" ${SACCADE_WEB_DIST})
  add_custom_command(
    OUTPUT ${web_built}
    COMMAND ${NODE} ${SACCADE_WEB}/build.mjs --out ${SACCADE_WEB_DIST}
    DEPENDS ${web_sources} ${SACCADE_WEB}/build.mjs ${SACCADE_WEB}/package-lock.json
    COMMENT "Bundling the pages' script" VERBATIM)
  add_custom_target(saccade_web DEPENDS ${web_built})
else()
  set(SACCADE_WEB_DIST ${SACCADE_WEB}/dist)
endif()

#   saccade_embed(study ${SACCADE_WEB_DIST}/report.js PageScript)
# gives a layer the function `std::string_view PageScript()` with that file's text.
function(saccade_embed layer path function)
  get_filename_component(file ${path} NAME)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${file}.cc)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${path} -DOUTPUT=${source}
            -DFUNCTION=${function} -P ${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake
    DEPENDS ${path} ${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake VERBATIM)
  target_sources(saccade_${layer} PRIVATE ${source})
  # Longer than every compiler must take; ours do.
  set_property(SOURCE ${source} PROPERTY COMPILE_OPTIONS -Wno-overlength-strings)
  if(TARGET saccade_web)
    add_dependencies(saccade_${layer} saccade_web)
  endif()
endfunction()
