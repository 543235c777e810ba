#!/bin/bash
# Each layer includes only what stands before it: core <- user interface <- platform and program.
# A test of its own, because one system include folder would let core include ImGui unnoticed.
set -eu
cd "$(dirname "$0")/../.."

windows='GLFW/|GL/|EGL/|imgui_impl_|X11/'
disk='fstream>|filesystem>|unistd\.h>|sys/([^m]|m[^m])' # sys/mman.h is about memory
clock='chrono>|ctime>|time\.h>'

posix='unistd\.h>|fcntl\.h>|pthread\.h>|poll\.h>|dlfcn\.h>|sys/|windows\.h>'

# forbid WHAT PATTERN PATH...: no file below the paths has an include that begins like the pattern.
forbid() {
    local what=$1 pattern=$2 found
    shift 2
    found=$(grep -rnE --include='*.h' --include='*.cpp' "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($pattern)" "$@" || :)
    [ -z "$found" ] && return
    echo "$what:"
    echo "$found"
    broken=1
}

# below LAYER FOLDER OTHER...: the folder of a layer includes, of this layer, only itself and the others.
below() {
    local layer=$1 folder=$2 allowed
    shift
    [ -d "$layer/$folder" ] || return 0
    allowed=$(echo "$*" | tr ' ' '|')
    local found
    found=$(grep -rnE --include='*.h' --include='*.cpp' "^[[:space:]]*#[[:space:]]*include \"$layer/" "$layer/$folder" |
        grep -vE "#[[:space:]]*include \"$layer/($allowed)/" || :)
    [ -z "$found" ] && return
    echo "$layer/$folder includes what stands above it:"
    echo "$found"
    broken=1
}

# The only sources of core that ask what system they are compiled for.
system_sources='core/base/large_memory.cpp|core/io/system_file.cpp|core/io/system_memory.cpp'

# named ENUM FOLDER...: the enumerators of an enum stand in these folders only; `none` may stand anywhere.
named() {
    local enum=$1 found
    shift
    found=$(grep -rnE --include='*.h' --include='*.cpp' "\b$enum::[a-z_]+" core app | grep -v "$enum::none" |
        grep -vE "^($(echo "$*" | tr ' ' '|'))/" || :)
    [ -z "$found" ] && return
    echo "$enum has a row for what is said of one of them:"
    echo "$found"
    broken=1
}

# Views and widgets draw by the painter, which records shapes for pictures. The spotlight is the pointer's.
painted() {
    local found
    found=$(grep -rnE --include='*.cpp' "[lL]ist(\(\))?(\.|->)(Add|Path|Prim)" app/views app/widgets |
        grep -v '^app/views/spotlight.cpp:' || :)
    [ -z "$found" ] && return
    echo "shapes are drawn beside the painter:"
    echo "$found"
    broken=1
}

# The rules, for a tree with the folders core and app in the current directory.
check_tree() {
    broken=0
    local core_without_io core_without_system core_without_threads ui
    core_without_io=$(find core -mindepth 1 -maxdepth 1 ! -name io)
    core_without_system=$(find core -name '*.h' -o -name '*.cpp' | grep -vxE "$system_sources" || :)
    core_without_threads=$(find core -name '*.[ch]*' ! -path core/base/shared_loop.cpp)
    ui=$(find app/program app/state app/views app/widgets app/look -maxdepth 0 2>/dev/null || :)
    forbid "core knows no user interface" "imgui|app/|CLI/|stb/|$windows" core
    [ -z "$core_without_io" ] || forbid "in core, only core/io may use the disk" "$disk" $core_without_io
    [ -z "$core_without_io" ] || forbid "core has no clock" "$clock" $core_without_io
    [ -z "$core_without_threads" ] ||
        forbid "in core, only core/base/shared_loop.cpp has threads" 'thread>|future>' $core_without_threads
    [ -z "$core_without_io" ] || forbid "in core, only io reads JSON" "nlohmann/" $core_without_io
    [ -z "$ui" ] || forbid "the user interface knows no windows and no program" "app/platform/|app/cli|CLI/|$windows" $ui
    [ -z "$ui" ] || forbid "the user interface does not use the disk" "$disk" $ui
    [ ! -d app/state ] || forbid "app/state draws nothing and reads no keys" "imgui" app/state
    forbid "the program uses the user interface, not the other way round" "app/program/" $(find app/state app/views app/widgets app/look -maxdepth 0 2>/dev/null || :)
    [ -z "$core_without_system" ] || forbid "what not every system has stands in $system_sources" "$posix" $core_without_system
    forbid "what not every system has stands in app/platform" "$posix|csignal>" $(find app -mindepth 1 -maxdepth 1 ! -name platform)
    # In core no folder knows those that stand above it.
    below core base
    below core random base
    below core document base random
    below core attention base
    below core engine base document
    below core gradients base random document engine
    below core explain base document engine
    below core narrator base document engine explain
    below core compare base document engine explain positions
    below core masking base document engine gradients explain
    below core positions base document engine explain
    below core print base
    below core code base random document engine lesson
    below core language base random document engine gradients explain masking positions
    below core lesson base random document engine gradients explain print language words
    below core words base explain
    below core io base random document engine code gradients explain compare masking positions print lesson language words
    below core import base document engine io lesson words
    # What knows all methods or all encodings asks their tables; one of them is named in its own row.
    named 'MaskingMethod' core/document core/masking core/code
    named 'PositionKind' core/document core/positions
    below app state
    below app look state
    below app widgets look
    below app/views shared
    below app/views edit shared
    below app/views experiment edit shared
    below app/views lab edit shared
    below app/views compare edit shared
    below app/views leak compare shared
    below app/views train experiment shared
    below app/views generate edit experiment shared
    painted
    local twins
    twins=$(find core app -name '*.h' -printf '%f\n' | sort | uniq -d)
    [ -z "$twins" ] || { echo "two headers have the same name: $twins" && broken=1; }
    forbid "GLFW, OpenGL and EGL stay in app/platform/screen" "$windows" $(find app -mindepth 1 -maxdepth 2 -path 'app/platform/*' ! -name screen) \
        $(find app -mindepth 1 -maxdepth 1 ! -name platform)
    return $broken
}

# A rule that finds nothing might be one that cannot find anything: of a tree with a fault in each of its
# files, every fault must be told.
proof=$(mktemp -d) && trap 'rm -rf "$proof"' EXIT
mkdir -p "$proof"/{core/{attention,base,document,explain,io,print,lesson},app/{program,state,views/{edit,generate,lab,shared},widgets,look,platform}}
count=0
# plant FILE LINE: adds the line to a file like this one, of which each a.h and a.cpp gets its own name
plant() {
    count=$((count + 1))
    echo "$2" >>"$proof/${1/\/a./\/a$count.}"
}
for fault in 'core/a.h <imgui.h>' 'core/base/a.h "app/state/update/action.h"' 'core/base/a.h <fstream>' \
    'core/base/a.h <chrono>' 'core/base/a.h <thread>' 'core/base/a.h <nlohmann/json.hpp>' 'app/views/a.cpp <GLFW/glfw3.h>' \
    'app/look/a.cpp "app/platform/disk.h"' 'app/state/a.h <filesystem>' 'app/main.cpp <GL/gl.h>' \
    'app/program/a.h <GLFW/glfw3.h>' 'app/program/a.cpp "app/platform/disk.h"' 'app/program/a.cpp <fstream>' 'app/views/a.cpp "app/program/host.h"' \
    'app/platform/a.cpp <GL/gl.h>' 'app/main.cpp <csignal>' 'core/io/a.cpp <unistd.h>' 'core/base/a.cpp <sys/mman.h>' 'core/document/a.h "core/engine/trace.h"' \
    'core/attention/a.h "core/engine/trace.h"' \
    'app/state/a.h "app/look/theme.h"' 'app/state/a.h "imgui.h"' 'app/views/shared/a.h "app/views/lab/lab.h"' \
    'app/views/edit/a.h "app/views/lab/lab.h"' 'app/views/generate/a.h "app/views/train/train_views.h"' \
    'core/lesson/a.h "core/io/file.h"' 'core/print/a.h "core/lesson/lesson.h"'; do
    plant "${fault%% *}" "#include ${fault#* }"
done
for fault in MaskingMethod::fill PositionKind::alibi; do
    plant core/explain/a.cpp "bool is = kind == $fault;"
done
plant app/widgets/a.cpp 'painter.list().AddLine(from, to, color);'
(cd "$proof" && check_tree) >"$proof/told" && { echo "the layering test finds no fault"; exit 1; }
(cd "$proof" && grep -rn '' core app) | while read -r line; do
    grep -qxF -- "$line" "$proof/told" || { echo "the layering test does not find: $line"; exit 1; }
done

check_tree
