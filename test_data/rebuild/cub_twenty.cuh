// The header that the edit of a header changes.
#pragma once

struct Scale
{
    static constexpr int factor = 3;
};
